import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SendingDomains } from '@dundun/accounts';
import { CampaignAudienceChangedError, InvalidInputError, unaccounted } from '@dundun/domain';
import type { Database, PageRequest } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import { RecipientPages } from './audience/recipient-pages.repository.js';
import { CampaignChecks } from './checks/campaign-checks.service.js';
import { audienceOf } from './testing-audience.js';
import { aProcess, type Process } from './testing.js';

const DAY = 86_400_000;

describe('a campaign', () => {
  const db = useDatabase();
  let workspaceId: number;
  const processes: Process[] = [];
  let all: Process;

  beforeAll(async () => {
    for (let index = 0; index < 3; index++) processes.push(await aProcess(db.config));
    all = processes[0] as Process;
  });
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
  });
  afterAll(() => Promise.all(processes.map(({ close }) => close())));

  const { run, aList, aSegment, aPerson, join, aMember } = audienceOf(
    () => db.database,
    () => workspaceId,
  );
  const accounts = (id: string) => all.counts.of({ workspace_id: workspaceId, id });
  const recipients = async (id: string) =>
    db.database.query<{ person_id: string; list_id: string; state: string; reason: string; message_id: string }>(
      `SELECT person_id, list_id, state, reason, message_id FROM campaign_recipients
       WHERE workspace_id = $1 AND campaign_id = $2 ORDER BY person_id`,
      [workspaceId, id],
    );
  const addresses = async () => {
    const rows = await db.database.query<{ address: string }>(
      `SELECT recipients->0->>'address' AS address FROM messages WHERE workspace_id = $1 ORDER BY 1`,
      [workspaceId],
    );
    return rows.map(({ address }) => address);
  };

  it('is for each address of the audience once, and says why everybody else is left out', async () => {
    const [news, other] = [await aList(), await aList()];
    const [early, late] = [new Date(Date.now() - 2 * DAY), new Date(Date.now() - DAY)];
    // Found in the order of ids, the person who has been subscribed for less time comes first.
    const twin = await aMember(news, 'Grace@Example.com', 'subscribed', late);
    const first = await aMember(news, 'grace@example.com', 'subscribed', early);
    const inBoth = await aMember(other, 'both@example.com');
    await join(news, inBoth);
    const left = await aMember(news, 'left@example.com', 'unsubscribed');
    await join(other, left);
    await aMember(news, 'pending@example.com', 'pending');
    await aMember(news, 'gone@example.com', 'unsubscribed');
    await aMember(news, null);
    await aMember(news, 'suppressed@example.com');
    await run(
      `INSERT INTO suppressions (workspace_id, address, reason) VALUES ($1, 'suppressed@example.com', 'manual')`,
    );
    const outside = await aPerson('outside@example.com');
    const excluded = await aMember(news, 'excluded@example.com');
    const archived = await aMember(news, 'archived@example.com');
    await run(`UPDATE people SET archived_at = now() WHERE workspace_id = $1 AND id = $2`, archived);
    const segment = await aSegment(outside, inBoth);
    const id = await all.started(workspaceId, {
      lists: [news, other],
      segments: [segment],
      without_segments: [await aSegment(excluded)],
    });
    await all.freezeAll(workspaceId, id);
    expect(await accounts(id)).toEqual({
      matched: 10,
      excluded: {
        ...{ pending: 1, unsubscribed: 1, no_address: 1, suppressed: 1, not_on_list: 1, excluded: 1 },
        duplicate_address: 1,
      },
      planned: 3,
      queued: 0,
      skipped: {},
    });
    const rows = await recipients(id);
    expect(rows.map(({ person_id }) => person_id)).toEqual([first, inBoth, left].sort());
    expect(rows.map(({ person_id }) => person_id)).not.toContain(twin);
    const listOf = (person: string) => rows.find(({ person_id }) => person_id === person)?.list_id;
    expect([listOf(inBoth), listOf(left)]).toEqual([news, other]);
  });

  it('mails only members who agreed to email, also when consent ends after the freeze', async () => {
    const [news, other] = [await aList(), await aList()];
    const consents = (person: string, list: string, email: string, sms: string) =>
      run(
        `UPDATE memberships SET email_consent = $4, sms_consent = $5
         WHERE workspace_id = $1 AND person_id = $2 AND list_id = $3`,
        ...[person, list, email, sms],
      );
    const [mail, ended, never, waits, second, leaves] = [
      await aMember(news, 'mail@example.com'),
      await aMember(news, 'ended@example.com'),
      await aMember(news, 'never@example.com'),
      await aMember(news, 'waits@example.com'),
      await aMember(news, 'second@example.com'),
      await aMember(news, 'leaves@example.com'),
    ];
    await consents(mail, news, 'subscribed', 'none');
    await consents(ended, news, 'unsubscribed', 'subscribed');
    await consents(never, news, 'none', 'subscribed');
    await consents(waits, news, 'pending', 'subscribed');
    await consents(second, news, 'unsubscribed', 'subscribed');
    await join(other, second);
    const id = await all.started(workspaceId, { lists: [news, other] });
    await all.freezeAll(workspaceId, id);
    expect(await accounts(id)).toMatchObject({
      matched: 6,
      planned: 3,
      excluded: { unsubscribed: 1, not_on_list: 1, pending: 1 },
    });
    expect((await recipients(id)).find(({ person_id }) => person_id === second)?.list_id).toBe(other);
    await consents(leaves, news, 'unsubscribed', 'subscribed');
    await all.feedAll(workspaceId, id);
    expect(await addresses()).toEqual(['mail@example.com', 'second@example.com']);
    expect(await accounts(id)).toMatchObject({ queued: 2, skipped: { left: 1 } });
  });

  it('writes to people as they are when their turn comes, and skips those who are not there any more', async () => {
    const list = await aList();
    const [stays, moves, joins] = [
      await aMember(list, 'stays@example.com'),
      await aMember(list, 'moves@example.com'),
      await aMember(list, 'joins@example.com'),
    ];
    const [leaves, erased, bare] = [
      await aMember(list, 'leaves@example.com'),
      await aMember(list, 'erased@example.com'),
      await aMember(list, 'bare@example.com'),
    ];
    const id = await all.started(workspaceId, { lists: [list] });
    await all.freezeAll(workspaceId, id);
    await aMember(list, 'late@example.com');
    await run(`UPDATE people SET email = 'moved@example.com' WHERE workspace_id = $1 AND id = $2`, moves);
    await run(`UPDATE people SET email = 'STAYS@example.com' WHERE workspace_id = $1 AND id = $2`, joins);
    await run(`UPDATE people SET email = NULL WHERE workspace_id = $1 AND id = $2`, bare);
    await run(`UPDATE memberships SET status = 'unsubscribed' WHERE workspace_id = $1 AND person_id = $2`, leaves);
    await run(`DELETE FROM people WHERE workspace_id = $1 AND id = $2`, erased);
    await all.feedAll(workspaceId, id);
    expect(await addresses()).toEqual(['moved@example.com', 'stays@example.com']);
    const reasons = new Map((await recipients(id)).map(({ person_id, reason }) => [person_id, reason]));
    expect(reasons).toEqual(
      new Map([
        [stays, null],
        [moves, null],
        [joins, 'duplicate_address'],
        [leaves, 'left'],
        [erased, 'erased'],
        [bare, 'no_address'],
      ]),
    );
    expect(await accounts(id)).toMatchObject({ matched: 6, planned: 0, queued: 2 });
    expect(unaccounted(await accounts(id))).toBe(0);
    const [{ broadcast_count } = {}] = await db.database.query(
      `SELECT broadcast_count FROM lists WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, list],
    );
    expect(broadcast_count).toBe(1);
  });

  it('is created and started at once, or not at all, and holds no transaction while it is checked', async () => {
    const checks = all.get(CampaignChecks);
    const original = checks.check.bind(checks);
    const check = jest.spyOn(checks, 'check').mockImplementation((campaign) => {
      expect(all.database.inTransaction).toBe(false);
      return original(campaign);
    });
    await all.get(SendingDomains).connect(workspaceId, 'example.com');
    const list = await aList();
    await aMember(list, 'reader@example.com');
    const body = { name: 'News', lists: [list], subject: 'News', text: 'Hello' };
    const stored = () => db.database.query(`SELECT id, state FROM campaigns WHERE workspace_id = $1`, [workspaceId]);
    await expect(all.control.launch(workspaceId, { ...body, text: '' }, {}, 'me')).rejects.toThrow(InvalidInputError);
    await expect(all.control.launch(workspaceId, body, { confirm_count: 50 }, 'me')).rejects.toThrow(
      CampaignAudienceChangedError,
    );
    expect(await stored()).toEqual([]);
    const { id } = await all.control.launch(workspaceId, body, { confirm_count: 1 }, 'me');
    expect(await stored()).toEqual([{ id, state: 'scheduled' }]);
    expect(check).toHaveBeenCalledTimes(3);
    check.mockRestore();
  });

  it('makes one message for each recipient, wherever it fails and however many workers serve it', async () => {
    const random = randomFrom(SEED);
    const [lists, people] = [[await aList(), await aList()], repetitions(200, 20_000)];
    for (let index = 0; index < people; index++) {
      const person = await aMember(lists[index % 2] as string, `reader-${index % (people - 10)}@example.com`);
      if (index % 3 === 0) await join(lists[(index + 1) % 2] as string, person);
    }
    const id = await all.started(workspaceId, { lists });
    const work = async (services: Process) => {
      services.freeze.slice = 37;
      const mend = fail(services.database, random);
      for (;;) {
        const [row] = await db.database.query<{ state: string; is_fed: boolean }>(
          `SELECT state, NOT EXISTS (SELECT FROM campaign_recipients r WHERE r.workspace_id = $1 AND r.state = 'planned') AS is_fed
           FROM campaigns WHERE workspace_id = $1 AND id = $2`,
          [workspaceId, id],
        );
        if (row?.state === 'sending' && row.is_fed) return mend();
        await run(`UPDATE campaigns SET due_at = now() WHERE workspace_id = $1 AND id = $2`, id);
        await services.freeze.step(workspaceId, id).catch(() => undefined);
        await services.feeder.round(workspaceId, id).catch(() => undefined);
      }
    };
    await Promise.all(processes.slice(1).map(work));
    const sent = await addresses();
    expect(sent).toHaveLength(people - 10);
    expect(new Set(sent).size).toBe(sent.length);
    const counted = await accounts(id);
    expect(counted).toEqual({
      matched: people,
      excluded: { duplicate_address: 10 },
      planned: 0,
      queued: people - 10,
      skipped: {},
    });
    expect(await all.groups.ended(workspaceId, id)).toEqual({});
  }, 300_000);

  it('shows its recipients page by page, forwards and back, each once', async () => {
    const list = await aList();
    const people: string[] = [];
    // Whoever is known for the longest time has joined last.
    for (let index = 0; index < 5; index++)
      people.push(await aMember(list, `reader-${index}@example.com`, 'subscribed', new Date(Date.now() - index * DAY)));
    const id = await all.started(workspaceId, { lists: [list] });
    await all.freezeAll(workspaceId, id);
    await run(`UPDATE campaign_recipients SET state = 'held_out' WHERE workspace_id = $1 AND campaign_id = $2 AND person_id = $3`, id, people[1]); // prettier-ignore
    const page = (of: PageRequest, filter = {}) =>
      all.get(RecipientPages).page({ workspace_id: workspaceId, id }, filter, of);
    const namesOf = ({ rows }: Awaited<ReturnType<typeof page>>) => rows.map(({ email }) => Number(email?.at(7)));
    const first = await page({ limit: 2 });
    const second = await page({ limit: 2, after: first.next ?? undefined });
    const third = await page({ limit: 2, after: second.next ?? undefined });
    expect([first, second, third].map(namesOf)).toEqual([[4, 3], [2, 1], [0]]);
    expect([first.previous, third.next]).toEqual([null, null]);
    expect(namesOf(await page({ limit: 2, before: third.previous ?? undefined }))).toEqual([2, 1]);
    expect(namesOf(await page({ limit: 2 }, { state: 'held_out' }))).toEqual([1]);
  });
});

/** Makes about one statement in thirty fail, as a killed process or a lost connection would. @returns a function that ends it */
function fail(database: Database, random: () => number): () => void {
  const own = { query: database.query.bind(database), execute: database.execute.bind(database) };
  for (const name of ['query', 'execute'] as const) {
    const method = own[name] as (...given: unknown[]) => Promise<never>;
    Object.assign(database, {
      [name]: (...given: unknown[]) =>
        random() < 1 / 30
          ? Promise.reject(Object.assign(new Error('the connection is lost'), { code: '08006' }))
          : method(...given),
    });
  }
  return () => void Object.assign(database, own);
}
