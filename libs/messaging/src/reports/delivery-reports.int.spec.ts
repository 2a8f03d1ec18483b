import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import { smsProviders, type DeliveryReport } from '@dundun/providers';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { Attempts } from '../deliver/attempts.repository.js';
import { DeliveryReportRepository } from './delivery-reports.repository.js';
import { someReports } from './testing-reports.js';
import { LaneClaims } from '../deliver/lane-claims.repository.js';
import type { NewMessage, Recipient } from '../message/message.js';
import { Outcomes } from '../deliver/outcomes.repository.js';
import { ReportedOptOuts } from './reported-opt-outs.repository.js';
import { someProviders } from '../deliver/testing-providers.js';
import { aMessage, aRecipient, queued, rowOf } from '../testing.js';

const ADDRESS = 'grace@example.com';
const PROVIDER_ID = 'provider-id-1';
/** One second in the past, because the clock of a virtual machine may step back. */
const DUE = "UPDATE delivery_reports SET look_at = received_at - interval '1 second'";

describe('delivery reports', () => {
  const db = useDatabase(accountsEntities);
  let workspace: number;
  let integrationId: string;
  let owner: { workspaceId: number; integrationId: string };

  beforeEach(async () => {
    await db.database.execute('UPDATE messages SET due_at = NULL');
    workspace = await aWorkspace(db.database);
    const { integrations } = someProviders(db.database, db.config);
    const settings = { apiKey: 'key' };
    const fields = { senderIds: ['DUNDUN'] };
    ({ id: integrationId } = await integrations.connect(workspace, smsProviders.termii, settings, fields));
    owner = { workspaceId: workspace, integrationId };
  });

  const reports = () => someReports(db.database);
  const stored = () => new DeliveryReportRepository(db.database);
  /** Makes all waiting reports due and returns how many match. */
  const matched = async (most?: number) => {
    await db.database.execute(DUE);
    return (await reports().matchWaiting(most)).matched;
  };
  const take = (...all: DeliveryReport[]) => reports().take(owner, all);
  const aReport = (over: Partial<DeliveryReport> = {}): DeliveryReport => ({
    eventId: v7(),
    kind: 'delivered',
    providerId: PROVIDER_ID,
    reference: null,
    recipient: ADDRESS,
    detail: 'said so',
    at: new Date(),
    ...over,
  });
  const claimed = async (message: NewMessage) => {
    const [found] = await new LaneClaims(db.database).claim(message.channel, message.lane, workspace, 100);
    await new Attempts(db.database).start(found!, 'termii', integrationId);
    return found!;
  };
  const record = (message: Awaited<ReturnType<typeof claimed>>, status: 'sent' | 'held', providerId = PROVIDER_ID) => {
    const settled: Recipient['status'] = status === 'held' ? 'unknown' : 'sent';
    const recipients = message.recipients.map((each) => ({ ...each, status: settled }));
    const outcome =
      status === 'held'
        ? ({ kind: 'unknown', detail: 'no answer' } as const)
        : ({ kind: 'accepted', detail: 'taken', providerId } as const);
    return new Outcomes(db.database).record({
      message,
      next: { status, wait: status === 'held' ? 900_000 : null, recipients, reason: null },
      attempt: { number: 1, provider: 'termii', outcome },
    });
  };
  const sent = async (over: Partial<NewMessage> = {}, providerId = PROVIDER_ID) => {
    const [message] = await queued(db.database, aMessage(workspace, over));
    await record(await claimed(message!), 'sent', providerId);
    return message!;
  };
  const statusOf = async (message: { id: string }) => (await rowOf(db.database, message)).status;
  const suppressed = () =>
    db.database.query<{ address: string; reason: string; message_id: string | null }>(
      'SELECT address, reason, message_id FROM suppressions WHERE workspace_id = $1',
      [workspace],
    );

  it('count once, however often and concurrently they arrive', async () => {
    const message = await sent();
    const report = aReport({ kind: 'bounced', bounce: 'soft' });
    const news = await Promise.all(Array.from({ length: 40 }, () => take(report)));
    expect(news.filter((count) => count > 0)).toEqual([1]);
    expect(await take(report, report)).toBe(0);
    expect(await stored().of(workspace, message.id)).toHaveLength(1);
    expect(await statusOf(message)).toBe('bounced');
    const bounces = await db.database.query('SELECT FROM soft_bounces WHERE workspace_id = $1', [workspace]);
    expect(bounces).toHaveLength(1);
  });

  it('lead to the same status in any order', async () => {
    const kinds = ['accepted', 'delivered', 'complained'] as const;
    const orders = [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]]; // prettier-ignore
    for (const [at, order] of orders.entries()) {
      const recipient = `order-${at}@example.com`;
      const message = await sent({ recipients: [aRecipient(recipient)] }, recipient);
      for (const index of order) await take(aReport({ kind: kinds[index]!, providerId: recipient, recipient }));
      expect(await statusOf(message)).toBe('complained');
    }
  });

  it('wait for an outcome that is not recorded yet', async () => {
    const [message] = await queued(db.database, aMessage(workspace));
    const held = await claimed(message!);
    await take(aReport());
    expect(await matched()).toBe(0);
    expect(await statusOf(message!)).toBe('sending');
    await record(held, 'sent');
    expect(await matched()).toBe(1);
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'delivered', due_at: null, reason: null });
    expect(await matched()).toBe(0);
  });

  it('are matched by our message id if the provider returns it', async () => {
    const message = await sent();
    await take(aReport({ providerId: null, reference: message.id }));
    expect(await statusOf(message)).toBe('delivered');
  });

  it('settle a held message, even against a worker that has just stopped waiting', async () => {
    const [message] = await queued(db.database, aMessage(workspace));
    await record(await claimed(message!), 'held');
    await db.database.execute("UPDATE messages SET due_at = now() - interval '1 second' WHERE id = $1", [message!.id]);
    const [late] = await new LaneClaims(db.database).claim('email', 'fast', workspace, 10);
    expect(late?.status).toBe('held');
    await take(aReport({ providerId: null, reference: message!.id }));
    const ending = { status: 'unknown' as const, wait: null, recipients: late!.recipients, reason: 'no report' };
    expect(await new Outcomes(db.database).record({ message: late!, next: ending })).toBe(false);
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'delivered', recipients: [{ status: 'delivered' }] }); // prettier-ignore
  });

  it('about an unknown message are kept and change nothing', async () => {
    await take(aReport({ kind: 'bounced', bounce: 'hard', providerId: 'another sender' }));
    await take(aReport({ kind: 'complained', providerId: null, reference: v7() }));
    expect(await matched()).toBe(0);
    const rows = await db.database.query('SELECT message_id FROM delivery_reports WHERE workspace_id = $1', [
      workspace,
    ]);
    expect(rows).toEqual([{ message_id: null }, { message_id: null }]);
    expect(await suppressed()).toEqual([]);
  });

  it('of one integration cannot delay those of another by their number', async () => {
    const [message] = await queued(db.database, aMessage(workspace));
    const held = await claimed(message!);
    const flood = Array.from({ length: 60 }, () => aReport({ providerId: v7() }));
    await take(...flood.slice(0, 30), aReport(), ...flood.slice(30));
    const neighbour = await aWorkspace(db.database);
    const theirs = { workspaceId: neighbour, integrationId: v7() };
    await reports().take(theirs, flood.map((report) => ({ ...report, eventId: v7() }))); // prettier-ignore
    await record(held, 'sent');
    await db.database.execute(DUE);
    let turns = 0;
    for (; (await statusOf(message!)) !== 'delivered' && turns < 20; turns++) await reports().matchWaiting(10);
    expect(turns).toBeLessThanOrEqual(7);
  });

  it('without a message are looked at less and less often, and deleted after a week', async () => {
    const stranger = { workspaceId: workspace, integrationId: v7() };
    await reports().take(stranger, [aReport({ providerId: 'unknown' })]);
    await db.database.execute(DUE);
    const age = (interval: string) => db.database.execute(`UPDATE delivery_reports SET received_at = now() - interval '${interval}', look_at = now() - interval '1 second' WHERE integration_id = $1`, [stranger.integrationId]); // prettier-ignore
    const waits = async () => {
      await reports().matchWaiting();
      const [row] = await db.database.query<{ seconds: number }>('SELECT extract(epoch FROM look_at - now())::float AS seconds FROM delivery_reports WHERE integration_id = $1', [stranger.integrationId]); // prettier-ignore
      return row?.seconds;
    };
    expect(await waits()).toBeLessThan(10);
    await age('1 hour');
    expect(await waits()).toBeGreaterThan(3_500);
    await age('6 days');
    expect(await stored().forgetUnmatched()).toBe(0);
    await age('8 days');
    expect(await stored().forgetUnmatched()).toBe(1);
    expect(await waits()).toBeUndefined();
  });

  it('set the cost of a message: the latest report counts, a waiting one counts later', async () => {
    const message = await sent();
    const costOf = async () => (await rowOf(db.database, message)).cost;
    await take(aReport({ kind: 'accepted', cost: { amount: '3.9', currency: null } }));
    expect(await costOf()).toEqual({ amount: '3.9', currency: null });
    await take(aReport({ cost: { amount: '7.8', currency: 'NGN' } }));
    await take(aReport({ kind: 'accepted' }));
    expect(await costOf()).toEqual({ amount: '7.8', currency: 'NGN' });
    const [early] = await queued(db.database, aMessage(workspace));
    const held = await claimed(early!);
    await take(aReport({ providerId: 'early', cost: { amount: '1', currency: 'KES' } }));
    await record(held, 'sent', 'early');
    expect(await matched()).toBe(1);
    expect((await rowOf(db.database, early!)).cost).toEqual({ amount: '1', currency: 'KES' });
  });

  it('never match a message of another workspace', async () => {
    const message = await sent();
    const stranger = { workspaceId: await aWorkspace(db.database), integrationId };
    await reports().take(stranger, [aReport({ kind: 'complained', reference: message.id })]);
    expect(await statusOf(message)).toBe('sent');
    expect(await suppressed()).toEqual([]);
  });

  it('store hostile provider texts', async () => {
    const message = await sent();
    const strange = `\0\ud83d${'😀'.repeat(2_000)}`;
    await take(aReport({ eventId: `e\0${strange}`, detail: strange, at: new Date(8.64e15) }));
    expect(await statusOf(message)).toBe('delivered');
  });

  it.each([
    ['a hard bounce', { kind: 'bounced', bounce: 'hard' }, ['bounce']],
    ['a complaint', { kind: 'complained' }, ['complaint']],
    ['an unsubscribe at the provider', { kind: 'unsubscribed' }, ['unsubscribe']],
    ['a soft bounce', { kind: 'bounced', bounce: 'soft' }, []],
    ['a refusal by policy', { kind: 'bounced', bounce: 'policy' }, []],
    ['a delivery', { kind: 'delivered' }, []],
    ['a failure', { kind: 'failed' }, []],
  ] as [string, Partial<DeliveryReport>, string[]][])(
    'suppress the address only if they have to: %s',
    async (_, over, why) => {
      const message = await sent();
      await take(aReport({ ...over, recipient: 'Grace@Example.com' }));
      expect(await suppressed()).toEqual(why.map((reason) => ({ address: ADDRESS, reason, message_id: message.id })));
    },
  );

  describe('about an erased recipient', () => {
    const erasedAt = async (message: NewMessage, index: number) => {
      await db.database.execute(
        `UPDATE messages SET recipients = jsonb_set(recipients, ARRAY[$2, 'address'], '"erased"') WHERE id = $1`,
        [message.id, String(index)],
      );
      return message;
    };
    const aComplaint = (over: Partial<DeliveryReport> = {}) =>
      aReport({ kind: 'complained', detail: `${ADDRESS} complained`, ...over });
    const kept = async ({ id }: NewMessage) =>
      (await stored().of(workspace, id)).map(({ kind, recipient, detail }) => ({ kind, recipient, detail }));

    it.each([
      ['complaint', aComplaint()],
      ['bounce', aComplaint({ kind: 'bounced', bounce: 'hard' })],
    ] as const)('suppress by the address that a %s has, and keep it nowhere else', async (reason, report) => {
      const message = await erasedAt(await sent(), 0);
      await take(report);
      expect(await suppressed()).toEqual([{ address: ADDRESS, reason, message_id: message.id }]);
      expect(await kept(message)).toEqual([{ kind: report.kind, recipient: null, detail: '' }]);
      const { status, recipients, reason: said } = await rowOf(db.database, message);
      expect({ status, recipients, said }).toEqual({
        status: report.kind,
        recipients: [aRecipient('erased', { status: report.kind as Recipient['status'] })],
        said: null,
      });
    });

    it('still suppress the other recipients of the message', async () => {
      const recipients = [aRecipient(ADDRESS), aRecipient('joan@example.com')];
      const message = await erasedAt(await sent({ recipients }), 0);
      await take(aComplaint());
      await take(aComplaint({ recipient: 'joan@example.com', detail: 'hers' }));
      expect((await suppressed()).map(({ address }) => address).sort()).toEqual([ADDRESS, 'joan@example.com']);
      expect(await kept(message)).toEqual(
        expect.arrayContaining([
          { kind: 'complained', recipient: null, detail: '' },
          { kind: 'complained', recipient: 'joan@example.com', detail: 'hers' },
        ]),
      );
    });

    it('suppress no address if they name none', async () => {
      await erasedAt(await sent(), 0);
      await take(aComplaint({ recipient: null }));
      await take(aComplaint({ recipient: null, kind: 'bounced', bounce: 'soft' }));
      expect(await suppressed()).toEqual([]);
      expect(await db.database.query(`SELECT FROM soft_bounces WHERE address = 'erased'`)).toEqual([]);
    });
  });

  it('suppress an address on the fifth soft bounce, counted by message', async () => {
    for (let count = 1; count <= 5; count++) {
      await sent({}, `soft-${count}`);
      const report = () => aReport({ kind: 'bounced', bounce: 'soft', providerId: `soft-${count}` });
      await take(report(), report());
      expect((await suppressed()).map(({ reason }) => reason)).toEqual(count < 5 ? [] : ['soft_bounces']);
    }
  });

  it('never suppress an address for policy bounces', async () => {
    for (let count = 1; count <= 8; count++) {
      await sent({}, `policy-${count}`);
      await take(aReport({ kind: 'bounced', bounce: 'policy', providerId: `policy-${count}` }));
    }
    expect(await suppressed()).toEqual([]);
  });

  it('of an unsubscribe at the provider close only the list of the message', async () => {
    const list_id = v7();
    await db.database.execute("INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'L')", [workspace, list_id]);
    await sent({ list_id });
    await take(aReport({ kind: 'unsubscribed' }));
    const left = await db.database.query('SELECT address FROM list_suppressions WHERE list_id = $1', [list_id]);
    expect(left).toEqual([{ address: ADDRESS }]);
    expect(await suppressed()).toEqual([]);
    const optOuts = new ReportedOptOuts(db.database);
    const optOut = { workspaceId: workspace, listId: list_id, address: ADDRESS };
    await db.database.execute("UPDATE reported_departures SET due_at = due_at - interval '1 second'");
    const [claimed] = await optOuts.claim(10);
    expect(claimed).toMatchObject(optOut);
    expect(await optOuts.claim(10)).toEqual([]);
    expect(await optOuts.done(claimed!)).toBe(true);
    expect(await optOuts.done(claimed!)).toBe(false);
    expect(await db.database.query('SELECT FROM reported_departures')).toEqual([]);
  });

  it('do not deadlock when two calls name the same people in different orders', async () => {
    const people = Array.from({ length: 20 }, (_, index) => `p${index}@example.com`);
    const bounces = async (round: string) => {
      for (const address of people) {
        await sent({ recipients: [aRecipient(address)] }, `${round} ${address}`);
      }
      return people.map((recipient) =>
        aReport({ kind: 'bounced', bounce: 'hard', recipient, providerId: `${round} ${recipient}` }),
      );
    };
    const [one, other] = [await bounces('one'), await bounces('other')];
    await Promise.all([take(...one), take(...other.reverse())]);
    expect(await suppressed()).toHaveLength(people.length);
  });

  it('do not deadlock with a concurrent unsubscribe of the same people', async () => {
    const list_id = v7();
    await db.database.execute("INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'L')", [workspace, list_id]);
    const doorOf = async (address: string) => {
      const [row] = await db.database.query<{ door: number }>('SELECT list_door($1, $2) AS door', [list_id, address]);
      return row?.door as number;
    };
    // The first address by name has the higher advisory-lock bucket.
    let people: string[] = [];
    for (let tries = 0, high = 0, low = 0; high <= low; tries++) {
      people = [`a${tries}@example.com`, `b${tries}@example.com`];
      [high, low] = [await doorOf(people[0] as string), await doorOf(people[1] as string)];
    }
    for (const address of people) await sent({ list_id, recipients: [aRecipient(address)] }, address);
    const left = people.map((recipient) => aReport({ kind: 'unsubscribed', recipient, providerId: recipient }));
    const other = await db.another();
    let taken: Promise<number> | undefined;
    await other.transaction(async () => {
      const close = async (address: string) => other.query('SELECT close_list_door($1)', [await doorOf(address)]);
      await close(people[1] as string);
      taken = take(...left);
      taken.catch(() => undefined);
      await until('the reports wait for that bucket', async () => {
        const [waiting] = await db.database.query<{ count: number }>(
          "SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        );
        return waiting?.count === 1;
      });
      await close(people[0] as string);
    });
    expect(await taken).toBe(2);
    const gone = await db.database.query('SELECT address FROM list_suppressions WHERE list_id = $1 ORDER BY 1', [
      list_id,
    ]);
    expect(gone).toEqual(people.map((address) => ({ address })));
  });

  describe('of a deferral', () => {
    const limits = () =>
      db.database.query('SELECT mailbox, detail FROM mailbox_limits WHERE account_id = $1', [integrationId]);
    const sentTo = async (address: string) => {
      await queued(db.database, aMessage(workspace, { recipients: [aRecipient(address)] }));
      await record(await claimed(aMessage(workspace)), 'sent');
    };

    it('slows mail to the mailbox provider that asks for less', async () => {
      await sentTo('grace@googlemail.com');
      const detail = '421 4.7.28 Unusual rate';
      await take(aReport({ kind: 'deferred', recipient: 'grace@googlemail.com', detail }));
      await until('the mailbox is limited', async () => (await limits()).length === 1);
      expect(await limits()).toEqual([{ mailbox: 'google', detail }]);
    });

    it.each([
      ['that is greylisting', { kind: 'deferred' as const, detail: '451 4.7.1 Greylisted' }],
      ['of a full mailbox', { kind: 'deferred' as const, detail: '452 4.2.2 Over quota' }],
      ['that ended as a bounce', { kind: 'bounced' as const, detail: '421 4.7.28 Unusual rate' }],
    ])('%s slows nothing', async (_, report) => {
      await sentTo('grace@gmail.com');
      await take(aReport({ recipient: 'grace@gmail.com', ...report }));
      expect(await limits()).toEqual([]);
    });
  });
});
