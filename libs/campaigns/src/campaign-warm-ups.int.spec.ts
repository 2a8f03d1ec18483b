import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SendingDomains } from '@dundun/accounts';
import { utcDay, WEEKDAYS } from '@dundun/domain';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { NIL, v7 } from 'uuid';
import { CampaignChecks } from './checks/campaign-checks.service.js';
import { Warmings } from './checks/warming.service.js';
import { audienceOf, zoneAt } from './testing-audience.js';
import { aProcess, type Process } from './testing.js';

const SENDER = { name: 'Ada', email: 'ada@example.com', reply_to: null, integration_id: null };

describe('a campaign whose domain is warming up', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Process;

  beforeAll(async () => {
    all = await aProcess(db.config);
  });
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    await all.get(SendingDomains).connect(workspaceId, 'example.com');
  });
  afterAll(() => all.close());

  const { run, aList, aMember } = audienceOf(
    () => db.database,
    () => workspaceId,
  );
  const warmUp = (firstDay: number, growthPercent = 100, account: string = NIL) =>
    run(
      `INSERT INTO warm_ups (workspace_id, domain_id, account_id, first_day, growth_percent, target, started_on)
       SELECT $1, id, $2, $3, $4, 1000, $5 FROM sending_domains WHERE workspace_id = $1 AND domain = 'example.com'`,
      ...[account, firstDay, growthPercent, utcDay(Date.now())],
    );
  /** What the reader of an address did with a mail: 1 is a machine, 2 a person. */
  const didWithAMail = async (address: string, opened: number, clicked: number) => {
    const message = v7();
    await run(`INSERT INTO message_people (workspace_id, address, message_id) VALUES ($1, $2, $3)`, address, message);
    await run(
      `INSERT INTO message_engagement (workspace_id, message_id, opened, clicked) VALUES ($1, $2, $3, $4)`,
      ...[message, opened, clicked],
    );
  };
  const order = async (id: string, state?: string) => {
    const rows = await db.database.query<{ email: string }>(
      `SELECT p.email FROM campaign_recipients r JOIN people p ON p.workspace_id = $1 AND p.id = r.person_id
       WHERE r.workspace_id = $1 AND r.campaign_id = $2 AND ($3::text IS NULL OR r.state = $3) ORDER BY r.send_at, r.person_id`,
      [workspaceId, id, state ?? null],
    );
    return rows.map(({ email }) => email);
  };
  const round = async (id: string) => {
    await run(`UPDATE campaigns SET due_at = now() WHERE workspace_id = $1 AND id = $2`, id);
    await all.feeder.round(workspaceId, id);
  };
  const READERS = ['silent@example.com', 'machine@example.com', 'opens@example.com', 'clicks@example.com'];
  const aWarmList = async () => {
    const list = await aList();
    for (const email of READERS) await aMember(list, email);
    await didWithAMail('machine@example.com', 1, 1);
    await didWithAMail('opens@example.com', 2, 0);
    await didWithAMail('clicks@example.com', 2, 2);
    await didWithAMail('clicks@example.com', 0, 0);
    return list;
  };

  it('goes to those first who clicked, then to those who opened, and to others last', async () => {
    const list = await aWarmList();
    const cold = await all.started(workspaceId, { lists: [list] });
    await all.freezeAll(workspaceId, cold);
    expect(await order(cold)).toEqual(READERS);
    await warmUp(2);
    await until('the plan is known', () => all.get(Warmings).of(workspaceId, SENDER, 1));
    const warm = await all.started(workspaceId, { lists: [list] });
    await all.freezeAll(workspaceId, warm);
    expect(await order(warm)).toEqual(['clicks@example.com', 'opens@example.com', 'silent@example.com', 'machine@example.com']); // prettier-ignore
  });

  it('gets the room of the day, and keeps its order when a window opens', async () => {
    const list = await aWarmList();
    await warmUp(2);
    await until('the plan is known', () => all.get(Warmings).of(workspaceId, SENDER, 1));
    await run(`UPDATE workspaces SET time_zone = $2 WHERE id = $1`, zoneAt(12));
    const closed = { weekdays: [...WEEKDAYS], clock: 'workspace' as const, from: '20:00', to: '22:00' };
    const [warm, other] = [
      await all.started(workspaceId, { lists: [list], send_window: closed }),
      await all.started(workspaceId, { lists: [list] }),
    ];
    for (const id of [warm, other]) await all.freezeAll(workspaceId, id);
    await round(warm);
    expect(await order(warm)).toEqual(['clicks@example.com', 'opens@example.com', 'silent@example.com', 'machine@example.com']); // prettier-ignore
    await run(`UPDATE campaigns SET send_window = NULL WHERE workspace_id = $1 AND id = $2`, warm);
    await run(`UPDATE campaign_recipients SET send_at = send_at - interval '1 day' WHERE workspace_id = $1 AND campaign_id = $2`, warm); // prettier-ignore
    await round(warm);
    expect(await order(warm, 'queued')).toEqual(['clicks@example.com', 'opens@example.com']);
    // What waits already has the room, also from other campaigns and later rounds.
    for (const id of [warm, other]) await round(id);
    expect(await order(warm, 'planned')).toEqual(['silent@example.com', 'machine@example.com']);
    expect(await order(other, 'queued')).toEqual([]);
    // As if that had left, and the next day had come.
    await run(`INSERT INTO message_group_counts (workspace_id, group_id, status, slot, count) VALUES ($1, $2, 'sent', 0, 2)`, warm); // prettier-ignore
    await round(warm);
    expect(await order(warm, 'planned')).toEqual([]);
  });

  it('shares no room with campaigns from other domains', async () => {
    const list = await aWarmList();
    await warmUp(2);
    await until('the plan is known', () => all.get(Warmings).of(workspaceId, SENDER, 1));
    const [cold, warm] = [await all.started(workspaceId, { lists: [list] }), await all.started(workspaceId, { lists: [list] })]; // prettier-ignore
    for (const id of [cold, warm]) await all.freezeAll(workspaceId, id);
    await run(`UPDATE campaigns SET sender = sender || '{"email": "ada@other.example"}' WHERE workspace_id = $1 AND id = $2`, cold); // prettier-ignore
    for (const id of [cold, warm]) await round(id);
    expect(await order(cold, 'queued')).toHaveLength(4);
    expect(await order(warm, 'queued')).toHaveLength(2);
  });

  it('shares no room with campaigns that leave through another provider, and its room with those that may', async () => {
    const list = await aWarmList();
    const accounts = [v7(), v7()];
    for (const account of accounts) await warmUp(2, 100, account);
    await until('the plans are known', () => all.get(Warmings).of(workspaceId, SENDER, 1));
    const through = async (integration_id: string | null | undefined) => {
      const id = await all.started(workspaceId, { lists: [list] });
      await all.freezeAll(workspaceId, id);
      await run(`UPDATE campaigns SET sender = sender || $3::jsonb WHERE workspace_id = $1 AND id = $2`, id, JSON.stringify({ integration_id })); // prettier-ignore
      await round(id);
      return (await order(id, 'queued')).length;
    };
    expect([await through(accounts[0]), await through(accounts[1])]).toEqual([2, 2]);
    expect([await through(accounts[0]), await through(null)]).toEqual([0, 0]);
  });

  it('is said to take days before it starts, and fewer once mail of today has left', async () => {
    const list = await aWarmList();
    await warmUp(2);
    const { id } = await all.campaigns.create(workspaceId, { name: 'News', lists: [list], subject: 'News', text: 'Hi' } as never); // prettier-ignore
    const { warnings } = await all.get(CampaignChecks).check(await all.campaigns.get(workspaceId, id));
    expect(warnings).toContainEqual({
      code: 'warming_up',
      message: expect.stringMatching(/example\.com is warming up: it takes about 2 days/),
    });
    const warmings = all.get(Warmings);
    const days = async (recipients: number) => (await warmings.of(workspaceId, SENDER, recipients))?.days;
    expect([await days(2), await days(3), await days(7)]).toEqual([1, 2, 3]);
    await run(
      `INSERT INTO warm_up_counts (workspace_id, domain_id, account_id, day, messages)
       SELECT $1, id, $2, $3, 2 FROM sending_domains WHERE workspace_id = $1 AND domain = 'example.com'`,
      ...[NIL, utcDay(Date.now())],
    );
    expect([await days(4), await days(5)]).toEqual([2, 3]);
    expect(await warmings.of(workspaceId, { ...SENDER, email: 'ada@other.example' }, 100)).toBeNull();
  });
});
