import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unaccounted } from '@dundun/domain';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { CampaignChecks } from './checks/campaign-checks.service.js';
import { audienceOf } from './testing-audience.js';
import { aProcess, type Process } from './testing.js';

const REASON = { transactional_reason: 'New terms of service' };

describe('a transactional campaign', () => {
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

  const { run, aList, aSegment, aPerson, aMember } = audienceOf(
    () => db.database,
    () => workspaceId,
  );
  const suppress = (address: string, reason: string) =>
    run(`INSERT INTO suppressions (workspace_id, id, address, reason) VALUES ($1, gen_random_uuid(), $2, $3)`, address, reason); // prettier-ignore
  const messages = () =>
    db.database.query<{ address: string; list_id: string | null }>(
      `SELECT recipients->0->>'address' AS address, list_id FROM messages WHERE workspace_id = $1 ORDER BY 1`,
      [workspaceId],
    );
  const addresses = async () => (await messages()).map(({ address }) => address);
  const accounts = (id: string) => all.counts.of({ workspace_id: workspaceId, id });
  const sent = async (fields: object) => {
    const id = await all.started(workspaceId, fields);
    await all.freezeAll(workspaceId, id);
    await all.feedAll(workspaceId, id);
    return id;
  };

  it('reaches people who left, complained or paused marketing, and nobody who bounced or has not confirmed', async () => {
    const list = await aList();
    await aMember(list, 'ada@example.com');
    await aMember(list, 'left@example.com', 'unsubscribed');
    await aMember(list, 'pending@example.com', 'pending');
    await aMember(list, 'complained@example.com');
    await suppress('complained@example.com', 'complaint');
    await aMember(list, 'bounced@example.com');
    await suppress('bounced@example.com', 'bounce');
    const paused = await aMember(list, 'paused@example.com');
    await run(`UPDATE people SET marketing_paused_until = now() + interval '30 days' WHERE workspace_id = $1 AND id = $2`, paused); // prettier-ignore
    await aMember(list, null);
    const id = await sent({ lists: [list], ...REASON });
    expect(await messages()).toEqual(
      ['ada', 'complained', 'left', 'paused'].map((name) => ({ address: `${name}@example.com`, list_id: null })),
    );
    expect(await accounts(id)).toMatchObject({
      ...{ matched: 7, queued: 4, excluded: { suppressed: 1, pending: 1, no_address: 1 } },
    });
    expect(unaccounted(await accounts(id))).toBe(0);
    const marketing = await sent({ lists: [list] });
    expect(await accounts(marketing)).toMatchObject({
      queued: 1,
      excluded: { suppressed: 2, unsubscribed: 1, paused: 1 },
    });
  });

  it('stays away from those who complained where the workspace says that complaints stop everything', async () => {
    await run(`UPDATE workspaces SET complaints_stop_all = true WHERE id = $1`);
    const list = await aList();
    await aMember(list, 'complained@example.com');
    await suppress('complained@example.com', 'complaint');
    const id = await sent({ lists: [list], ...REASON });
    expect(await accounts(id)).toMatchObject({ matched: 1, queued: 0, excluded: { suppressed: 1 } });
  });

  it('needs no list for a segment, counts for no cap, and goes out in quiet hours', async () => {
    await run(
      `UPDATE workspaces SET email_day_cap = 1, email_quiet_hours = '{"from":"00:00","to":"23:59"}' WHERE id = $1`,
    );
    const segment = await aSegment(await aPerson('ada@example.com'), await aPerson('grace@example.com'));
    for (let sends = 1; sends <= 2; sends++) {
      const id = await sent({ segments: [segment], ...REASON });
      expect(await accounts(id)).toMatchObject({ matched: 2, queued: 2, skipped: {} });
    }
    expect(await addresses()).toHaveLength(4);
  });

  it('keeps for each recipient by which list they would get marketing, and reaches who leaves it after the freeze', async () => {
    const list = await aList();
    const [ada, grace] = [await aMember(list, 'ada@example.com'), await aMember(list, 'grace@example.com')];
    await aMember(list, 'left@example.com', 'unsubscribed');
    const id = await all.started(workspaceId, { lists: [list], ...REASON });
    await all.freezeAll(workspaceId, id);
    await run(`UPDATE memberships SET status = 'unsubscribed' WHERE workspace_id = $1 AND person_id = $2`, grace);
    await all.feedAll(workspaceId, id);
    expect(await addresses()).toEqual(['ada@example.com', 'grace@example.com', 'left@example.com']);
    const kept = await db.database.query<{ person_id: string; list_id: string | null }>(
      'SELECT person_id, list_id FROM campaign_recipients WHERE workspace_id = $1 AND campaign_id = $2',
      [workspaceId, id],
    );
    const lists = new Map(kept.map(({ person_id, list_id }) => [person_id, list_id]));
    expect([lists.get(ada), lists.get(grace), [...lists.values()].filter((each) => each === null)]).toEqual([list, list, [null]]); // prettier-ignore
  });

  it('is checked without an identity, says whom it reaches without consent, and refuses links of a list', async () => {
    await run('UPDATE workspaces SET sender_name = NULL WHERE id = $1');
    const list = await aList();
    await aMember(list, 'ada@example.com');
    await aMember(list, 'left@example.com', 'unsubscribed');
    const owner = { role: 'owner' } as const;
    const body = { name: 'Terms', lists: [list], subject: 'Terms', text: 'New terms', ...REASON };
    const { id } = await all.campaigns.create(workspaceId, body, owner);
    const check = async () => all.get(CampaignChecks).check(await all.campaigns.get(workspaceId, id));
    const { problems, warnings, recipients, withoutConsent } = await check();
    expect(problems.map(({ code }) => code)).not.toContain('no_identity');
    expect([recipients, withoutConsent]).toEqual([2, 1]);
    expect(warnings).toContainEqual({ code: 'without_consent', message: expect.stringMatching(/^1 of 2 .*New terms of service/) }); // prettier-ignore
    await all.campaigns.update(workspaceId, id, { text: 'Leave: {{ unsubscribe_url }}' });
    expect((await check()).problems).toContainEqual({ code: 'content_invalid', message: expect.stringContaining('leads nowhere') }); // prettier-ignore
  });
});
