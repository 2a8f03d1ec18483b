/**
 * Depends on the snapshots of PostgreSQL.
 * @half both
 * @slow makes random histories, in which statements fail
 */
import { describe, expect, it } from '@jest/globals';
import type { Database } from '@dundun/platform/database';
import { PersonContributions, type PersonMerge, type RowsToErase, type RowsToMove } from '@dundun/people';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { idsOf } from '../counts/event-names.repository.js';
import { NIL } from '../conditions/plan.js';
import { PersonSegments } from '../members/person-segments.repository.js';
import { segmentServices } from '../testing.js';
import { CAMPAIGNS, IMPORTS, randomTree } from '../testing-facts.js';
import { PRO, useSegmentStage } from '../testing-stage.js';
import { printSlice } from '../conditions/tree.statements.js';

describe('the follower, after a random history', () => {
  const subject = useSegmentStage();
  const { run, aPerson, track, membersOf, current } = subject;

  it('ends where a full evaluation ends, whatever happened and wherever it failed', async () => {
    const random = randomFrom(SEED);
    const list = v7();
    await run(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News')`, list);
    for (const id of IMPORTS)
      await run(`INSERT INTO imports (workspace_id, id, file_name, bytes) VALUES ($1, $2, 'people.csv', 1)`, id);
    for (const id of CAMPAIGNS)
      await run(`INSERT INTO campaigns (workspace_id, id, name) VALUES ($1, $2, $2::uuid::text)`, id);
    const people: string[] = [];
    const someone = () => people[Math.floor(random() * people.length)] as string;
    for (let index = 0; index < 15; index++) people.push(await aPerson());
    const base = await subject.all.segments.create(subject.workspaceId, { name: 'Base', match: PRO });
    for (let index = 0; index < 12; index++) {
      const tree = randomTree(random, [list], [base.id], 2);
      await subject.all.segments.create(subject.workspaceId, { name: `${index}`, match: tree as never });
    }
    const parts = new PersonSegments(new PersonContributions(), subject.db.database);
    const forget = async (person: string) => {
      await run(`DELETE FROM people WHERE workspace_id = $1 AND id = $2`, person);
      people.splice(people.indexOf(person), 1, await aPerson());
    };
    const faulty = await subject.db.another();
    const worker = segmentServices(failing(faulty, random));
    const steps: (() => Promise<unknown>)[] = [
      async () => people.push(await aPerson({ plan: random() < 0.5 ? 'pro' : 'free', age: 42 })),
      () =>
        track(someone(), ['Order placed', 'Page viewed'][Math.floor(random() * 2)] as string, {
          total: 42,
          sku: 'Pro',
        }),
      () =>
        run(
          `INSERT INTO imported_people (workspace_id, import_id, person_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
          IMPORTS[Math.floor(random() * IMPORTS.length)],
          someone(),
        ),
      () => run(`UPDATE people SET meta = meta || '{"plan": "pro"}' WHERE workspace_id = $1 AND id = $2`, someone()),
      () => run(`UPDATE people SET meta = meta - 'plan', email = NULL, archived_at = now() WHERE workspace_id = $1 AND id = $2`, someone()), // prettier-ignore
      // To another zone, so that counts begin again; rarely, because everybody is evaluated then.
      () =>
        random() < 0.2
          ? subject.db.database.execute(`UPDATE workspaces SET time_zone = $2 WHERE id = $1`, [
              subject.workspaceId,
              ['UTC', 'Asia/Kathmandu', 'America/New_York'][Math.floor(random() * 3)],
            ])
          : Promise.resolve(),
      // Erased and merged, as the jobs on people do it.
      async () => {
        if (random() < 0.7) return;
        const person = someone();
        for (const table of ['events', 'memberships', 'imported_people']) await run(`DELETE FROM ${table} WHERE workspace_id = $1 AND person_id = $2`, person); // prettier-ignore
        await parts.eraseChunk({ workspaceId: subject.workspaceId, personId: person } as RowsToErase);
        await forget(person);
      },
      async () => {
        const [from, to] = [someone(), someone()];
        if (random() < 0.7 || from === to) return;
        const ids = { workspaceId: subject.workspaceId, from: { id: from }, to: { id: to } };
        await parts.merge(ids as PersonMerge);
        await run(`UPDATE events SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2`, from, to);
        for (const table of ['memberships', 'imported_people']) await run(`DELETE FROM ${table} WHERE workspace_id = $1 AND person_id = $2`, from); // prettier-ignore
        await parts.moveChunk({ workspaceId: subject.workspaceId, from, to } as RowsToMove);
        await forget(from);
      },
      async () => {
        const person = someone();
        await run(`INSERT INTO memberships (workspace_id, list_id, person_id, status) VALUES ($1, $2, $3, 'pending')
          ON CONFLICT (workspace_id, list_id, person_id) DO UPDATE SET status = 'subscribed', changed_at = now()`, list, person); // prettier-ignore
        await run(`INSERT INTO consents (workspace_id, id, list_id, person_id, action, method) VALUES ($1, $2, $3, $4, 'subscribed', 'api')`, v7(), list, person); // prettier-ignore
      },
    ];
    for (let round = 0; round < repetitions(3, 60); round++) {
      for (let step = 0; step < 40; step++) {
        await (steps[Math.floor(random() * steps.length)] as () => Promise<unknown>)();
        if (random() < 0.3) await worker.follower.follow(subject.workspaceId).catch(() => undefined);
        if (random() < 0.3) await worker.builds.step(subject.workspaceId).catch(() => undefined);
      }
      await run(`UPDATE segments SET error = NULL WHERE workspace_id = $1`);
      await current();
      const { zone, today } = await subject.all.positions.calendar(subject.workspaceId);
      const names = idsOf(await subject.all.names.all(subject.workspaceId), zone);
      for (const { id, tree, member_count } of await subject.all.repository.all(subject.workspaceId)) {
        if (!tree) continue;
        const { text, values } = printSlice(
          { workspaceId: subject.workspaceId, tree, zone, today, names },
          { after: NIL, to: null },
        );
        const found = (await subject.db.database.query<{ id: string }>(text, values)).map((row) => row.id).sort();
        expect({ tree, members: await membersOf(id) }).toEqual({ tree, members: found });
        expect(Number(member_count)).toBe(found.length);
      }
      const counts = await subject.db.database.query(
        `SELECT t.name_id, t.person_id, t.count, count(e.id) AS raw FROM event_totals t
         JOIN event_names n ON n.workspace_id = t.workspace_id AND n.id = t.name_id AND n.tests = '[]'
         LEFT JOIN events e ON e.workspace_id = t.workspace_id AND e.person_id = t.person_id AND e.name = n.name
         WHERE t.workspace_id = $1 GROUP BY 1, 2, 3 HAVING t.count <> count(e.id)`,
        [subject.workspaceId],
      );
      expect(counts).toEqual([]);
      // The changes of a person in a segment take turns, and their last says whether the person is a member.
      const untrue = await subject.db.database.query(
        `SELECT changes.*, m.person_id IS NOT NULL AS is_member FROM (
           SELECT segment_id, person_id, array_agg(entered ORDER BY xid, id) AS entered FROM segment_changes
           WHERE workspace_id = $1 GROUP BY 1, 2) AS changes
         FULL JOIN (SELECT * FROM segment_members WHERE workspace_id = $1) AS m USING (segment_id, person_id)
         WHERE entered IS NULL OR entered[cardinality(entered)] <> (m.person_id IS NOT NULL)
           OR EXISTS (SELECT FROM unnest(entered) WITH ORDINALITY AS one(entered, place) WHERE one.entered <> (place % 2 = 1))`,
        [subject.workspaceId],
      );
      expect(untrue).toEqual([]);
    }
  }, 300_000);
});

/** Fails about one statement in thirty, as a killed process or a lost connection would. */
function failing(database: Database, random: () => number): Database {
  return new Proxy(database, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...given: unknown[]) => unknown;
      if (key !== 'query' && key !== 'execute') return method;
      return (...given: unknown[]) => {
        if (random() < 1 / 30)
          return Promise.reject(Object.assign(new Error('the connection is lost'), { code: '08006' }));
        return method(...given);
      };
    },
  });
}
