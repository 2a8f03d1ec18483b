import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { accountsEntities, type Integrations, type SendingDomains } from '@dundun/accounts';
import type { ProviderOptions } from '@dundun/providers';
import { startFakeTwilio, startSmtpSink, type FakeTwilio, type SmtpSink } from '@dundun/providers/testing';
import { UnavailableError } from '@dundun/domain';
import { CannotOpenError, createLogger } from '@dundun/platform/config';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { Attempts } from './attempts.repository.js';
import { Lane } from './lane.js';
import { LaneClaims } from './lane-claims.repository.js';
import { Outcomes } from './outcomes.repository.js';
import { STOPPED, type Route } from './route.js';
import { FRESH_MS } from './wanted-check.js';
import { MessageRepository } from '../message/message.repository.js';
import { Suppressions } from '../suppressions/suppressions.repository.js';
import { aHandOver, connectTwilio, FREE_TRAFFIC, someProviders, type SomeProviders } from './testing-providers.js';
import { aMessage, aRecipient, heartbeat, queued, rowOf } from '../testing.js';

const logger = createLogger('test', 'silent');
/** Longer than any test, so that a slow machine does not look like a hanging provider. */
const TIMEOUT_MS = 120_000;
/** Until a look at the opt-outs is too old to count. */
const pastFreshness = () => new Promise((resolve) => setTimeout(resolve, FRESH_MS));

describe('HandOver', () => {
  const db = useDatabase(accountsEntities);
  let sink: SmtpSink;
  let twilio: FakeTwilio;
  let providers: SomeProviders;
  let integrations: Integrations;
  let domains: SendingDomains;
  let workspace: number;

  beforeAll(async () => {
    sink = await startSmtpSink();
    twilio = await startFakeTwilio();
    providers = made(TIMEOUT_MS);
    ({ integrations, domains } = providers);
  });
  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
    await domains.connect(workspace, 'example.com');
    await connectTwilio(integrations, workspace, twilio.settings);
    sink.script();
    sink.messages.length = 0;
    twilio.mode = 'ok';
  });
  afterEach(() => db.database.execute('UPDATE messages SET due_at = NULL'));
  afterAll(async () => {
    await providers.connections.onApplicationShutdown();
    await sink.close();
    await twilio.close();
  });

  const made = (timeoutMs: number, more: ProviderOptions = {}) =>
    someProviders(db.database, { ...db.config, SMTP_URL: sink.url }, { origin: twilio.origin, timeoutMs, ...more });
  const lane = (channel: 'email' | 'sms' = 'email', slots = 4, through = providers) =>
    new Lane(channel, 'fast', slots, new LaneClaims(db.database), aHandOver(db.database, through), logger);
  const drained = async (one: Lane) => {
    await one.drain();
    await one.stop();
  };
  const attemptsOf = ({ id }: { id: string }) =>
    db.database.query('SELECT number, provider, outcome, detail FROM attempts WHERE message_id = $1 ORDER BY number', [
      id,
    ]);
  const dueNow = ({ id }: { id: string }) =>
    db.database.execute("UPDATE messages SET due_at = now() - interval '1 second' WHERE id = $1", [id]);

  it('hands a message over and records the attempt, the outcome and the count', async () => {
    const [message] = await queued(db.database, aMessage(workspace));
    await drained(lane());
    expect(sink.messages).toHaveLength(1);
    expect(sink.messages[0]?.messageId).toContain(message!.id);
    expect(await rowOf(db.database, message!)).toMatchObject({
      status: 'sent',
      due_at: null,
      attempts: 1,
      recipients: [{ status: 'sent' }],
    });
    expect(await attemptsOf(message!)).toMatchObject([{ number: 1, provider: 'smtp', outcome: 'accepted' }]);
    const [count] = await db.database.query(
      'SELECT sum(count)::int AS count FROM delivery_counts WHERE workspace_id = $1',
      [workspace],
    );
    expect(count).toEqual({ count: 1 });
  });

  it('retries a message that was not sent', async () => {
    sink.script({ stage: 'rcpt', act: { reply: '451 4.7.1 greylisted' }, times: 1 });
    const [message] = await queued(db.database, aMessage(workspace));
    await drained(lane());
    const row = await rowOf(db.database, message!);
    expect(row).toMatchObject({ status: 'queued', attempts: 1 });
    expect(row.reason).toContain('451');
    await dueNow(message!);
    await drained(lane());
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'sent', attempts: 2 });
    expect(await attemptsOf(message!)).toMatchObject([{ outcome: 'not_sent' }, { outcome: 'accepted' }]);
  });

  it.each(['ehlo', 'rcpt', 'data'] as const)(
    'hands nothing over to a reader who was suppressed while the server held the connection (%s)',
    async (stage) => {
      const held = made(TIMEOUT_MS);
      sink.script({ stage, act: { delayMs: 1_500 }, times: 1 });
      const [message] = await queued(db.database, aMessage(workspace));
      const run = lane('email', 4, held);
      const draining = run.drain();
      await until('the attempt has begun', async () => (await attemptsOf(message!)).length === 1);
      await new Suppressions(db.database).add([
        { workspaceId: workspace, address: 'grace@example.com', reason: 'manual' },
      ]);
      await draining;
      await run.stop();
      expect(sink.messages).toHaveLength(0);
      expect(await rowOf(db.database, message!)).toMatchObject({ status: 'suppressed', due_at: null });
      expect(await attemptsOf(message!)).toMatchObject([{ outcome: 'not_sent', detail: STOPPED.detail }]);
      await held.connections.onApplicationShutdown();
    },
  );

  it('hands no SMS over to a number that answered STOP while an HTTP provider was looked up and connected to', async () => {
    let found: (address: string) => void = () => undefined;
    const address = new Promise<string>((resolve) => (found = resolve));
    const slow = made(TIMEOUT_MS, { resolve: () => address });
    const number = '2348012345678';
    const [message] = await queued(
      db.database,
      aMessage(workspace, {
        channel: 'sms',
        source: 'twilio',
        sender: { name: null, address: 'DUNDUN' },
        recipients: [aRecipient(number)],
        content: { body: 'Hello' },
      }),
    );
    const before = twilio.requests.length;
    const run = lane('sms', 4, slow);
    const draining = run.drain();
    await until('the attempt has begun', async () => (await attemptsOf(message!)).length === 1);
    await new Suppressions(db.database).add([{ workspaceId: workspace, address: number, reason: 'stop' }]);
    await pastFreshness();
    found('127.0.0.1');
    await draining;
    await run.stop();
    expect(twilio.requests.length).toBe(before);
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'suppressed', due_at: null });
    await slow.connections.onApplicationShutdown();
  });

  it('still sends to the others when one recipient was suppressed meanwhile', async () => {
    sink.script({ stage: 'rcpt', act: { delayMs: 1_500 }, times: 1 });
    const recipients = [aRecipient('grace@example.com'), aRecipient('ada@example.com', { kind: 'cc' })];
    const [message] = await queued(db.database, aMessage(workspace, { recipients }));
    const run = lane();
    const draining = run.drain();
    await until('the attempt has begun', async () => (await attemptsOf(message!)).length === 1);
    await new Suppressions(db.database).add([
      { workspaceId: workspace, address: 'grace@example.com', reason: 'manual' },
    ]);
    await draining;
    await run.stop();
    expect(sink.messages.map(({ envelope }) => envelope.to)).toEqual([['ada@example.com']]);
    expect(await rowOf(db.database, message!)).toMatchObject({
      status: 'sent',
      attempts: 2,
      recipients: [{ status: 'suppressed' }, { status: 'sent' }],
    });
  });

  it('settles the attempt of a dead worker as unknown, and sends again under the same Message-ID', async () => {
    const [message] = await queued(db.database, aMessage(workspace));
    const [claimed] = await new LaneClaims(db.database).claim('email', 'fast', workspace, 10);
    await new Attempts(db.database).start(claimed!, 'smtp', null);
    await dueNow(message!);
    await drained(lane());
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'sent', attempts: 2 });
    expect(await attemptsOf(message!)).toMatchObject([
      { outcome: 'unknown', detail: expect.stringContaining('worker ended') },
      { outcome: 'accepted' },
    ]);
    expect(sink.messages).toHaveLength(1);
  });

  it('sends a message whose worker died between claim and start, with one attempt', async () => {
    const [message] = await queued(db.database, aMessage(workspace));
    await new LaneClaims(db.database).claim('email', 'fast', workspace, 10);
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'sending', attempts: 0 });
    expect(await new MessageRepository(db.database).cancel(workspace, message!.id)).toBe(false);
    await dueNow(message!);
    await drained(lane());
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'sent', attempts: 1 });
    expect(await attemptsOf(message!)).toMatchObject([{ outcome: 'accepted' }]);
  });

  it.each(['queued', 'scheduled', 'held', 'sending'])(
    'gives back a claimed message as %s if that is what it was',
    async (status) => {
      const [message] = await queued(db.database, aMessage(workspace));
      await db.database.execute('UPDATE messages SET status = $1 WHERE id = $2', [status, message!.id]);
      const claims = new LaneClaims(db.database);
      const claimed = await claims.claim('email', 'fast', workspace, 10);
      expect(claimed).toMatchObject([{ status }]);
      expect(await rowOf(db.database, message!)).toMatchObject({ status: status === 'held' ? 'held' : 'sending' });
      await claims.release(claimed);
      expect(await rowOf(db.database, message!)).toMatchObject({ status });
    },
  );

  it('refuses starts and late outcomes of a zombie worker once another worker has the message', async () => {
    await queued(db.database, aMessage(workspace));
    const claims = new LaneClaims(db.database);
    const [zombie] = await claims.claim('email', 'fast', workspace, 10);
    await dueNow(zombie!);
    const [owner] = await claims.claim('email', 'fast', workspace, 10);
    expect(owner!.claim).toBe(zombie!.claim + 1);
    expect(await new Attempts(db.database).start(zombie!, 'smtp', null)).toEqual({ kind: 'lost' });
    await new Outcomes(db.database).record({
      message: zombie!,
      next: { status: 'failed', wait: null, recipients: [], reason: 'late' },
    });
    expect(await rowOf(db.database, owner!)).toMatchObject({ status: 'sending', claim: owner!.claim });
  });

  it('holds a lease that another worker cannot take before it expires', async () => {
    await queued(db.database, aMessage(workspace));
    const claims = new LaneClaims(db.database);
    expect(await claims.claim('email', 'fast', workspace, 10)).toHaveLength(1);
    expect(await claims.claim('email', 'fast', workspace, 10)).toHaveLength(0);
    expect(await claims.workspacesWithWork('email', 'fast')).not.toContain(workspace);
  });

  it('leaves out recipients suppressed by workspace or list, and makes no call when none is left', async () => {
    const list = v7();
    await db.database.execute("INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'L')", [workspace, list]);
    await db.database.execute(
      "INSERT INTO suppressions (workspace_id, address, reason) VALUES ($1, 'bounced@example.com', 'hard bounce')",
      [workspace],
    );
    await db.database.execute(
      "INSERT INTO list_suppressions (workspace_id, list_id, address) VALUES ($1, $2, 'left@example.com')",
      [workspace, list],
    );
    const both = ['Bounced@Example.com', 'left@example.com'].map((address) => aRecipient(address));
    const [some, none, unlisted] = await queued(
      db.database,
      aMessage(workspace, { list_id: list, recipients: [...both, aRecipient('grace@example.com')] }),
      aMessage(workspace, { list_id: list, recipients: both }),
      aMessage(workspace, { recipients: [aRecipient('left@example.com')] }),
    );
    await drained(lane());
    expect((await rowOf(db.database, some!)).recipients.map(({ status }) => status)).toEqual([
      'suppressed',
      'suppressed',
      'sent',
    ]);
    expect(await rowOf(db.database, none!)).toMatchObject({ status: 'suppressed', attempts: 0, due_at: null });
    expect(await attemptsOf(none!)).toEqual([]);
    expect(await rowOf(db.database, unlisted!)).toMatchObject({ status: 'sent' });
    expect(sink.messages.map(({ envelope }) => envelope.to).sort()).toEqual([
      ['grace@example.com'],
      ['left@example.com'],
    ]);
  });

  it('retries only the recipients that were not sent', async () => {
    sink.script({
      stage: 'rcpt',
      act: { reply: '451 later' },
      times: 1,
      when: ({ address }) => address === 'b@example.com',
    });
    const [message] = await queued(
      db.database,
      aMessage(workspace, { recipients: ['a@example.com', 'b@example.com'].map((address) => aRecipient(address)) }),
    );
    await drained(lane());
    await dueNow(message!);
    await drained(lane());
    expect(sink.messages.map(({ envelope }) => envelope.to)).toEqual([['a@example.com'], ['b@example.com']]);
    expect(await rowOf(db.database, message!)).toMatchObject({
      status: 'sent',
      recipients: [{ status: 'sent' }, { status: 'sent' }],
    });
  });

  it('serves a small workspace while a big one has a backlog', async () => {
    const small = await aWorkspace(db.database);
    await domains.connect(small, 'example.com');
    await queued(db.database, ...Array.from({ length: 600 }, () => aMessage(workspace)));
    const [message] = await queued(db.database, aMessage(small));
    const all = sink.taken + 601;
    const one = lane('email', 4);
    const endHeartbeat = heartbeat(() => [one]);
    await one.drain();
    await sink.waitFor(all, 60_000);
    await one.stop();
    endHeartbeat();
    const place = sink.messages.findIndex(({ messageId }) => messageId.includes(message!.id));
    expect(place).toBeGreaterThanOrEqual(0);
    expect(place).toBeLessThan(250);
  });

  it('does not delay a workspace whose neighbor’s sender is refused by the service’s own server', async () => {
    const other = await aWorkspace(db.database);
    await domains.connect(other, 'other.test');
    sink.script({ stage: 'mail', act: { reply: '553 5.1.8 sender refused' }, when: ({ address }) => address === 'ada@example.com' }); // prettier-ignore
    const theirs = () => aMessage(other, { sender: { name: 'Joan', address: 'joan@other.test' } });
    const [refused] = await queued(db.database, aMessage(workspace));
    await drained(lane());
    expect(await rowOf(db.database, refused!)).toMatchObject({
      status: 'queued',
      reason: expect.stringMatching('553'),
    });
    const [message] = await queued(db.database, theirs());
    await drained(lane());
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'sent' });
  });

  it('retries a message whose integration cannot be used, and fails it in the end', async () => {
    const broken = { of: () => Promise.reject(new Error('sealed under another key')) };
    const one = () => aHandOver(db.database, { routes: broken, traffic: FREE_TRAFFIC });
    const [fresh, old] = await queued(db.database, aMessage(workspace), aMessage(workspace));
    await db.database.execute("UPDATE messages SET created_at = now() - interval '10 days' WHERE id = $1", [old!.id]);
    for (const claimed of await new LaneClaims(db.database).claim('email', 'fast', workspace, 10))
      await one().deliver(claimed);
    const waiting = await rowOf(db.database, fresh!);
    expect(waiting).toMatchObject({ status: 'queued', attempts: 0, recipients: [{ status: 'queued' }] });
    expect(waiting.reason).toMatch(/cannot be used/);
    expect(waiting.reason).not.toContain('sealed');
    expect(waiting.due_at!.getTime()).toBeGreaterThan(Date.now() + 20_000);
    expect(await rowOf(db.database, old!)).toMatchObject({ status: 'failed', due_at: null });
  });

  it.each([
    ['the database goes away', new UnavailableError(), /database went away before the call/],
    ['the keys that sign it cannot be opened', new CannotOpenError('sealed'), /sealed under another SECRET_KEY/],
  ])('records not_sent and blames no provider when %s before the call', async (_, error, why) => {
    const real = made(TIMEOUT_MS);
    const noted = jest.spyOn(real.traffic, 'note');
    const routesOf = real.routes.of.bind(real.routes);
    let calls = 0;
    real.routes.of = async (message) => {
      const [route] = await routesOf(message);
      const failing: Route = { ...route!, send: () => (calls++, Promise.reject(error)) };
      return [failing, route!];
    };
    const [message] = await queued(db.database, aMessage(workspace));
    await drained(lane('email', 4, real));
    await real.connections.onApplicationShutdown();
    expect([calls, noted.mock.calls.length, sink.messages.length]).toEqual([1, 1, 1]);
    expect(await attemptsOf(message!)).toMatchObject([
      { outcome: 'not_sent', detail: expect.stringMatching(why) },
      { outcome: 'accepted' },
    ]);
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it('gives back unstarted messages when it stops', async () => {
    sink.script({ stage: 'dot', act: { delayMs: 50 } });
    await queued(db.database, ...Array.from({ length: 50 }, () => aMessage(workspace)));
    const one = lane('email', 2);
    void one.drain();
    await sink.waitFor(sink.taken + 2);
    await one.stop();
    const [row] = await db.database.query<{ due: number; open: number }>(
      "SELECT count(*) FILTER (WHERE status = 'queued' AND due_at < now() + interval '1 second')::int AS due, count(*) FILTER (WHERE status = 'sending')::int AS open FROM messages WHERE workspace_id = $1",
      [workspace],
    );
    expect(row?.open).toBe(0);
    expect(row?.due).toBeGreaterThan(40);
  });

  describe('SMS', () => {
    const sms = () =>
      aMessage(workspace, {
        channel: 'sms',
        source: 'twilio',
        sender: { name: null, address: 'DUNDUN' },
        recipients: [aRecipient('2348012345678')],
        content: { body: 'Hi' },
        segments: 1,
      });

    it('is sent through the integration of its source', async () => {
      const [message] = await queued(db.database, sms());
      await drained(lane('sms'));
      expect(await rowOf(db.database, message!)).toMatchObject({ status: 'sent' });
      expect(twilio.messages.at(-1)).toMatchObject({ to: '+2348012345678', body: 'Hi' });
    });

    it('is held and never sent twice when the provider does not answer', async () => {
      twilio.mode = 'timeout';
      const before = twilio.messages.length;
      const [message] = await queued(db.database, sms());
      const hasty = made(3_000);
      await drained(lane('sms', 4, hasty));
      await hasty.connections.onApplicationShutdown();
      expect(await rowOf(db.database, message!)).toMatchObject({
        status: 'held',
        attempts: 1,
        recipients: [{ status: 'unknown' }],
      });
      await dueNow(message!);
      await drained(lane('sms'));
      expect(await rowOf(db.database, message!)).toMatchObject({ status: 'unknown', attempts: 1, due_at: null });
      expect(twilio.messages.length - before).toBeLessThanOrEqual(1);
    });
  });
});
