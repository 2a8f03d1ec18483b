import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { letsIn, type ReEntry } from '@dundun/domain';
import { EventPartitions } from '@dundun/events';
import { createLogger } from '@dundun/platform/config';
import { newId } from '@dundun/platform/database';
import type { FeedEntry } from '@dundun/segments';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { automationServices } from '../testing.js';

const NAP = { id: 'nap', kind: 'delay', for: { days: 1 }, next: 'out' };
const SELECT = `SELECT xid::text, id, 'event.tracked' AS type, received_at AS at, person_id, name, NULL AS uid, NULL AS list_id, NULL AS message_id, NULL AS changed FROM events`; // prettier-ignore
const POLICIES: Record<string, ReEntry> = {
  never: { policy: 'never' },
  after_end: { policy: 'after_end' },
  after_days: { policy: 'after_days', days: 2 },
  each_key: { policy: 'each_key' },
};
/** What was before the person comes by the key `a`, and whom it keeps out. */
const TABLE: [before: string, keptOut: string[]][] = [
  ['nothing', []],
  ['a run by the same key goes on', ['never', 'after_end', 'after_days', 'each_key']],
  ['a run by another key goes on', ['never', 'after_end', 'after_days']],
  ['a run by the same key is over', ['never', 'after_days', 'each_key']],
  ['a run by another key is over', ['never', 'after_days']],
  ['the person was erased and is back', []],
];
const CASES = TABLE.flatMap(([before, keptOut]) =>
  Object.keys(POLICIES).map((policy) => [policy, before, !keptOut.includes(policy)] as const),
);

describe('re-entry', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Awaited<ReturnType<typeof automationServices>>;
  beforeAll(() => new EventPartitions(db.database, createLogger('test', 'silent')).ensure());
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    all = await automationServices(db.database);
  });

  const rows = <T extends Record<string, unknown>>(statement: string, ...values: unknown[]) =>
    db.database.query<T>(statement, [workspaceId, ...values]);
  const aPerson = async (uid: string) => {
    const id = newId();
    await rows(`INSERT INTO people (workspace_id, id, uid, uid_updateable) VALUES ($1, $2, $3, false)`, id, uid);
    return id;
  };
  const comes = async (person: string, order: string) => {
    const id = newId();
    await rows(`INSERT INTO events (workspace_id, id, person_id, name, properties) VALUES ($1, $2, $3, 'Started', $4)`, id, person, { order }); // prettier-ignore
    const entries = await rows<FeedEntry>(`${SELECT} WHERE workspace_id = $1 AND id = $2`, id);
    await db.database.transaction(() => all.follower.follow({ workspaceId, entries, changes: [] }));
  };
  const end = async () => {
    await rows(`UPDATE enrolments SET due_at = now() - interval '1 second' WHERE workspace_id = $1 AND due_at IS NOT NULL`); // prettier-ignore
    while ((await all.steps.round(workspaceId)) > 0);
  };
  const entered = async (person: string) =>
    rows<{ key: string; entered_at: Date; ended_at: Date | null }>('SELECT key, entered_at, ended_at FROM enrolments WHERE workspace_id = $1 AND person_id = $2', person); // prettier-ignore

  it.each(CASES)('%s, when %s: enters %s', async (policy, before, enters) => {
    const reentry = POLICIES[policy] as ReEntry;
    const isKeyed = policy === 'each_key';
    await all.publish(workspaceId, { trigger: { kind: 'event', event: 'Started', key: 'order' }, settings: { reentry }, first: 'nap', steps: [NAP, { id: 'out', kind: 'exit' }] }); // prettier-ignore
    let person = await aPerson('ada');
    if (before !== 'nothing') {
      await comes(person, before.includes('another') ? 'b' : 'a');
      while ((await all.steps.round(workspaceId)) > 0);
    }
    if (before.includes('over')) await end();
    if (before.includes('erased')) {
      await all.rows.eraseChunk({ workspaceId, personId: person, uids: [], before: new Date() });
      await rows('DELETE FROM people WHERE workspace_id = $1 AND id = $2', person);
      person = await aPerson('ada');
    }
    const earlier = (await entered(person)).map(({ key, entered_at, ended_at }) => ({ key, enteredAt: entered_at, isInside: ended_at === null })); // prettier-ignore
    await comes(person, 'a');
    expect((await entered(person)).length > earlier.length).toBe(enters);
    // The dry run decides by this function what the engine decides in SQL.
    expect(letsIn(reentry, earlier, { key: isKeyed ? 'a' : '', at: new Date() })).toBe(enters);
  });
});
