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
import { NIL } from '../conditions/plan.js';
import { PersonSegments } from '../members/person-segments.repository.js';
import { segmentServices } from '../testing.js';
import { CAMPAIGNS, IMPORTS, randomTree } from '../testing-facts.js';
import { mailBy } from '../testing-mail.js';
import { PRO, useSegmentStage } from '../testing-stage.js';
import { printSlice } from '../conditions/tree.statements.js';

describe('the follower, after a random history', () => {
  const subject = useSegmentStage();
  const { run, aPerson, track, membersOf, current } = subject;

  it('ends where a full evaluation ends, whatever happened and wherever it failed', async () => {
    const random = randomFrom(SEED);
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
    const mail = mailBy(run);
    const list = v7();
    await run(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News')`, list);
    for (const id of IMPORTS)
      await run(`INSERT INTO imports (workspace_id, id, file_name, bytes) VALUES ($1, $2, 'people.csv', 1)`, id);
    for (const id of CAMPAIGNS)
      await run(`INSERT INTO campaigns (workspace_id, id, name) VALUES ($1, $2, $2::uuid::text)`, id);
    const people: string[] = [];
    const someone = () => pick(people);
    /** Who is written to before they are known. */
    const strangers: string[] = [];
    const [messages, hits]: [string[], string[]] = [[], []];
    for (let index = 0; index < 15; index++) people.push(await aPerson());
    const base = await subject.all.segments.create(subject.workspaceId, { name: 'Base', match: PRO });
    const aTree = () => randomTree(random, [list], [base.id], 2) as never;
    const segments: string[] = [];
    for (let index = 0; index < 12; index++)
      segments.push((await subject.all.segments.create(subject.workspaceId, { name: `${index}`, match: aTree() })).id);
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
        track(someone(), pick(['Order placed', 'Page viewed']), {
          total: 42,
          sku: 'Pro',
        }),
      () =>
        run(
          `INSERT INTO imported_people (workspace_id, import_id, person_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
          pick(IMPORTS),
          someone(),
        ),
      () => run(`UPDATE people SET meta = meta || '{"plan": "pro"}' WHERE workspace_id = $1 AND id = $2`, someone()),
      async () => {
        const person = someone();
        await run(`UPDATE people SET meta = meta - 'plan', email = NULL, archived_at = now() WHERE workspace_id = $1 AND id = $2`, person); // prettier-ignore
        await run(`DELETE FROM person_keys WHERE workspace_id = $1 AND person_id = $2`, person);
      },
      // To another zone, so that counts begin again; rarely, because everybody is evaluated then.
      () =>
        random() < 0.2
          ? subject.db.database.execute(`UPDATE workspaces SET time_zone = $2 WHERE id = $1`, [
              subject.workspaceId,
              pick(['UTC', 'Asia/Kathmandu', 'America/New_York']),
            ])
          : Promise.resolve(),
      // Erased and merged, as the jobs on people do it.
      async () => {
        if (random() < 0.7) return;
        const person = someone();
        for (const table of ['events', 'memberships', 'imported_people', 'person_keys', 'message_people']) await run(`DELETE FROM ${table} WHERE workspace_id = $1 AND person_id = $2`, person); // prettier-ignore
        await parts.eraseChunk({ workspaceId: subject.workspaceId, personId: person } as RowsToErase);
        await forget(person);
      },
      async () => {
        const [from, to] = [someone(), someone()];
        if (random() < 0.7 || from === to) return;
        const ids = { workspaceId: subject.workspaceId, from: { id: from }, to: { id: to } };
        await parts.merge(ids as PersonMerge);
        for (const table of ['person_keys', 'events', 'message_people']) await run(`UPDATE ${table} SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2`, from, to); // prettier-ignore
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
      async () => {
        const [message, stranger] = [v7(), v7()];
        if (random() < 0.2) strangers.push(stranger);
        await mail.accept(message, strangers.includes(stranger) ? stranger : someone(), { list, campaign: pick([undefined, ...CAMPAIGNS]) }); // prettier-ignore
        await mail.become(message, 'sent', pick([0, 10, 40]));
        messages.push(message);
      },
      async () => {
        const stranger = strangers.pop();
        if (stranger === undefined) return;
        people.push(await aPerson({}, stranger));
        await mail.keep(stranger);
      },
      async () => {
        if (messages.length > 0)
          await mail.become(pick(messages), pick(['sent', 'delivered', 'bounced', 'complained']));
      },
      async () => {
        if (messages.length === 0) return;
        const how = { kind: pick(['open', 'click']), isMachine: random() < 0.3, daysAgo: pick([0, 1, 10, 40]) };
        hits.push(await mail.hit(pick(messages), how));
      },
      async () => {
        if (hits.length > 0) await mail.judge(pick(hits));
      },
      async () => {
        const [id, match] = random() < 0.2 ? [base.id, pick([PRO, { not: PRO }, { message: 'clicked' }])] : [pick(segments), aTree()]; // prettier-ignore
        if (random() < 0.5) await subject.all.segments.update(subject.workspaceId, id, { match });
      },
    ];
    for (let round = 0; round < repetitions(3, 60); round++) {
      for (let step = 0; step < 40; step++) {
        await pick(steps)();
        if (random() < 0.3) await worker.follower.follow(subject.workspaceId).catch(() => undefined);
        if (random() < 0.3) await worker.builds.step(subject.workspaceId).catch(() => undefined);
      }
      await run(`UPDATE segments SET error = NULL WHERE workspace_id = $1`);
      await current();
      const { zone, today } = await subject.all.positions.calendar(subject.workspaceId);
      for (const { id, tree, member_count } of await subject.all.repository.all(subject.workspaceId)) {
        if (!tree) continue;
        // From events and messages themselves, so that the counts are judged as well.
        const plan = { workspaceId: subject.workspaceId, tree, zone, today, names: new Map(), readsEvents: true };
        const { text, values } = printSlice(plan, { after: NIL, to: null });
        const found = (await subject.db.database.query<{ id: string }>(text, values)).map((row) => row.id).sort();
        expect({ tree, members: await membersOf(id) }).toEqual({ tree, members: found });
        expect(Number(member_count)).toBe(found.length);
      }
      const counts = await subject.db.database.query(
        `SELECT t.name_id, t.person_id, t.count, count(e.id) AS raw FROM event_totals t
         JOIN event_names n ON n.workspace_id = t.workspace_id AND n.id = t.name_id AND n.tests = '[]' AND n.source = 'event'
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
