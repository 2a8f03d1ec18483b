import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unaccounted } from '@dundun/domain';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { audienceOf } from './testing-audience.js';
import { aProcess, type Process } from './testing.js';

describe('a campaign and people who have paused marketing', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Process;

  beforeAll(async () => {
    all = await aProcess(db.config);
  });
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
  });
  afterAll(() => all.close());

  const { run, aList, aMember } = audienceOf(
    () => db.database,
    () => workspaceId,
  );
  const pause = (person: string, until: string) =>
    run(`UPDATE people SET marketing_paused_until = ${until} WHERE workspace_id = $1 AND id = $2`, person);
  const addresses = async () => {
    const rows = await db.database.query<{ address: string }>(
      `SELECT recipients->0->>'address' AS address FROM messages WHERE workspace_id = $1 ORDER BY 1`,
      [workspaceId],
    );
    return rows.map(({ address }) => address);
  };
  const accounts = (id: string) => all.counts.of({ workspace_id: workspaceId, id });

  it('leaves them out, and says so, while their subscription stays', async () => {
    const list = await aList();
    await aMember(list, 'ada@example.com');
    await pause(await aMember(list, 'grace@example.com'), `now() + interval '30 days'`);
    await pause(await aMember(list, 'alan@example.com'), `now() - interval '1 minute'`);
    const id = await all.started(workspaceId, { lists: [list] });
    await all.freezeAll(workspaceId, id);
    await all.feedAll(workspaceId, id);
    expect(await addresses()).toEqual(['ada@example.com', 'alan@example.com']);
    expect(await accounts(id)).toMatchObject({ matched: 3, excluded: { paused: 1 }, queued: 2 });
    expect(unaccounted(await accounts(id))).toBe(0);
    expect(await db.database.query('SELECT DISTINCT status FROM memberships WHERE workspace_id = $1', [workspaceId])).toEqual([{ status: 'subscribed' }]); // prettier-ignore
  });

  it('skips who paused after the freeze, and writes to who came back', async () => {
    const list = await aList();
    const [ada, grace] = [await aMember(list, 'ada@example.com'), await aMember(list, 'grace@example.com')];
    const id = await all.started(workspaceId, { lists: [list] });
    await all.freezeAll(workspaceId, id);
    await pause(ada, `now() + interval '90 days'`);
    await pause(grace, `now() + interval '90 days'`);
    await pause(grace, 'NULL');
    await all.feedAll(workspaceId, id);
    expect(await addresses()).toEqual(['grace@example.com']);
    expect(await accounts(id)).toMatchObject({ matched: 2, skipped: { paused: 1 }, queued: 1 });
    expect(unaccounted(await accounts(id))).toBe(0);
    const [skipped] = await db.database.query(`SELECT person_id, state, reason FROM campaign_recipients WHERE workspace_id = $1 AND state = 'skipped'`, [workspaceId]); // prettier-ignore
    expect(skipped).toEqual({ person_id: ada, state: 'skipped', reason: 'paused' });
  });
});
