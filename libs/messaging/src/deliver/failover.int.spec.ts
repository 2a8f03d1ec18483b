/**
 * @slow keeps a provider down for 8 s, under load
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities, type Integrations, type SendingDomains, ProviderRoutes } from '@dundun/accounts';
import { createLogger } from '@dundun/platform/config';
import { emailProviders, smsProviders } from '@dundun/providers';
import {
  startFakeHollaTags,
  startFakePostmark,
  startFakeResend,
  startFakeTermii,
  startFakeTwilio,
  type FakeHollaTags,
  type FakePostmark,
  type FakeResend,
  type FakeTermii,
  type FakeTwilio,
} from '@dundun/providers/testing';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { repetitions } from '@dundun/testing/repetitions';
import { Lane } from './lane.js';
import { LaneClaims } from './lane-claims.repository.js';
import type { NewMessage } from '../message/message.js';
import { aHandOver, someProviders, type SomeProviders } from './testing-providers.js';
import { aMessage, aRecipient, heartbeat, queued, rowOf } from '../testing.js';

const logger = createLogger('test', 'silent');
const SENDER = { name: 'Ada', address: 'ada@sender.test' };
const NUMBER = '2348012345678';
const PER_SECOND = 100;
/** Longer than any test, so that a slow machine does not look like a hanging provider. */
const TIMEOUT_MS = 300_000;
const BROKEN_MS = repetitions(8_000, 60_000);
/** The time within which a recovered provider must be used again. */
const USED_AGAIN_MS = 60_000;
/** Allows for the first pause of a provider that failed. */
const PATIENT = { ms: 20_000 };

describe('failover', () => {
  const db = useDatabase(accountsEntities);
  let [first, second]: [FakePostmark, FakeResend] = [] as never;
  let [twilio, termii, hollatags]: [FakeTwilio, FakeTermii, FakeHollaTags] = [] as never;
  let providers: SomeProviders;
  let integrations: Integrations;
  let domains: SendingDomains;
  let routes: ProviderRoutes;
  let workspace: number;
  let lanes: Lane[] = [];

  beforeAll(async () => {
    [first, second] = [await startFakePostmark(), await startFakeResend()];
    [twilio, termii, hollatags] = [await startFakeTwilio(), await startFakeTermii(), await startFakeHollaTags()];
  });
  beforeEach(async () => {
    for (const fake of [first, second, twilio, termii, hollatags]) {
      fake.mode = 'ok';
      fake.messages.length = 0;
      fake.requests.length = 0;
    }
    providers = someProviders(db.database, db.config, { timeoutMs: TIMEOUT_MS });
    ({ integrations, domains } = providers);
    routes = new ProviderRoutes(db.database, integrations, providers.sets);
    workspace = await aWorkspace(db.database);
    await domains.connect(workspace, 'sender.test');
  });
  afterEach(async () => {
    await Promise.all(lanes.map((lane) => lane.stop()));
    lanes = [];
    await db.database.execute('UPDATE messages SET due_at = NULL');
    await providers.connections.onApplicationShutdown();
  });
  afterAll(async () => {
    await Promise.all([first, second, twilio, termii, hollatags].map((fake) => fake.close()));
  });

  const lane = (channel: 'email' | 'sms', slots = 8) => {
    const handOver = aHandOver(db.database, providers);
    const made = new Lane(channel, 'fast', slots, new LaneClaims(db.database), handOver, logger);
    lanes.push(made);
    return made;
  };
  /** Drains the lane again and again, as the sweep of a worker does. */
  const sweeping = async <T>(one: Lane, work: () => Promise<T>): Promise<T> => {
    const timer = setInterval(() => void one.drain(), 50);
    const endHeartbeat = heartbeat(() => [one]);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      endHeartbeat();
    }
  };
  const connectBoth = async (settings: object = first.settings) => {
    const { id } = await integrations.connect(workspace, emailProviders.postmark, settings, { endpoint: first.origin });
    const endpoint = second.origin;
    await integrations.connect(workspace, emailProviders.resend, second.settings, { endpoint });
    return id;
  };
  const connectSms = (of: number, name: 'twilio' | 'termii' | 'hollatags', ...senderIds: string[]) => {
    const { origin, settings } = { twilio, termii, hollatags }[name];
    return integrations.connect(of, smsProviders[name], settings, { endpoint: origin, senderIds });
  };
  const mail = (to: string, of = workspace) => aMessage(of, { sender: SENDER, recipients: [aRecipient(to)] });
  const sms = (over: Partial<NewMessage> = {}) =>
    aMessage(workspace, {
      channel: 'sms',
      source: 'twilio',
      sender: { name: null, address: 'DUNDUN' },
      recipients: [aRecipient(NUMBER)],
      content: { body: 'Your code is 1234' },
      segments: 1,
      ...over,
    });
  const becomes = (message: { id: string }, status: string) =>
    until(`the message is ${status}`, async () => (await rowOf(db.database, message)).status === status, PATIENT);
  /** Returns the row once an attempt has ended. */
  const tried = (message: { id: string }) =>
    until(
      'an attempt has ended',
      async () => {
        const row = await rowOf(db.database, message);
        return row.attempts > 0 && row.status !== 'sending' && row;
      },
      PATIENT,
    );
  /** Ends hanging calls and stops hanging. */
  const answerAgain = (fake: FakePostmark | FakeTwilio) => {
    fake.mode = 'ok';
    fake.hangUp();
  };
  const attemptsOf = ({ id }: { id: string }) =>
    db.database.query<{ provider: string; outcome: string }>(
      'SELECT provider, outcome FROM attempts WHERE message_id = $1 ORDER BY number',
      [id],
    );
  const standingOf = async (id: string) => (await integrations.find(workspace, id)).failure;

  it('sends each message once through the next provider while one is down, then uses the first again', async () => {
    await connectBoth();
    first.mode = { httpStatus: 503 };
    const took = new Map<string, number>();
    const queuedAt = new Map<string, number>();
    let made = 0;
    const settled = () => {
      for (const { recipients } of second.messages) {
        const [to] = recipients as [string];
        if (!took.has(to)) took.set(to, performance.now() - (queuedAt.get(to) as number));
      }
    };
    await sweeping(lane('email', 20), async () => {
      const began = performance.now();
      for (let elapsed = 0; elapsed < BROKEN_MS; elapsed = performance.now() - began) {
        const due = Math.floor((elapsed / 1_000) * PER_SECOND) - made;
        const batch = Array.from({ length: due }, () => mail(`p${made++}@reader.test`));
        for (const { recipients } of batch) queuedAt.set(recipients[0]!.address, performance.now());
        if (batch.length > 0) await queued(db.database, ...batch);
        await new Promise((resolve) => setTimeout(resolve, 20));
        settled();
      }
      await until('all messages are sent', () => (settled(), took.size === made), { ms: 30_000 });
      expect(second.messages).toHaveLength(made);
      expect(first.messages).toHaveLength(0);
      // Workers call the failing provider only until its circuit opens, so not for every message.
      expect(first.requests.length).toBeLessThan(made / 4);
      const latencies = [...took.values()].sort((a, b) => a - b);
      expect(latencies[Math.floor(latencies.length * 0.95)]).toBeLessThan(5_000);
      first.mode = 'ok';
      await until(
        'the first provider is used again',
        async () => {
          await queued(db.database, mail(`p${made++}@reader.test`));
          return first.messages.length > 3;
        },
        { ms: USED_AGAIN_MS, every: 200 },
      );
      await until(
        'the remaining messages are sent',
        () => first.messages.length + second.messages.length === made,
        PATIENT,
      );
    });
    const all = [...first.messages, ...second.messages].flatMap(({ recipients }) => recipients);
    expect(new Set(all).size).toBe(all.length);
  });

  it('marks an integration with wrong credentials, uses the next, and clears the mark when it works', async () => {
    const id = await connectBoth({ ...first.settings, serverToken: 'revoked' });
    const one = lane('email');
    const [message] = await queued(db.database, mail('grace@reader.test'));
    await sweeping(one, async () => {
      await becomes(message!, 'sent');
      await until('the integration is marked', async () => (await standingOf(id)) !== null, PATIENT);
    });
    expect(await attemptsOf(message!)).toEqual([
      { provider: 'postmark', outcome: 'not_sent' },
      { provider: 'resend', outcome: 'accepted' },
    ]);
    expect(await standingOf(id)).toMatch(/token/i);
    const settings = { ...first.settings };
    await integrations.update(workspace, id, {}, { descriptor: emailProviders.postmark, settings });
    const [next] = await queued(db.database, mail('joan@reader.test'));
    await sweeping(one, async () => {
      await becomes(next!, 'sent');
      await until('the mark is gone', async () => (await standingOf(id)) === null, PATIENT);
    });
    expect(first.messages).toHaveLength(1);
  });

  it('clears a mark set by another worker', async () => {
    const id = await connectBoth();
    await integrations.noteHealth(workspace, id, 'made by another worker');
    const [message] = await queued(db.database, mail('grace@reader.test'));
    await sweeping(lane('email'), async () => {
      await becomes(message!, 'sent');
      await until('the mark is gone', async () => (await standingOf(id)) === null, PATIENT);
    });
  });

  it('keeps the slots of other workspaces free while a provider hangs', async () => {
    const neighbour = await aWorkspace(db.database);
    await domains.connect(neighbour, 'sender.test');
    await integrations.connect(workspace, emailProviders.postmark, first.settings, { endpoint: first.origin });
    await integrations.connect(neighbour, emailProviders.resend, second.settings, { endpoint: second.origin });
    first.mode = 'timeout';
    await queued(db.database, ...Array.from({ length: 60 }, (_, index) => mail(`h${index}@reader.test`)));
    await sweeping(lane('email', 4), async () => {
      await first.waitFor(4);
      await queued(db.database, ...Array.from({ length: 20 }, (_, index) => mail(`n${index}@reader.test`, neighbour)));
      await second.waitFor(20, 20_000);
    });
    expect(second.messages).toHaveLength(20);
    answerAgain(first);
  });

  it('keeps the slots of other sources free while a source hangs', async () => {
    await connectSms(workspace, 'twilio', 'DUNDUN');
    await connectSms(workspace, 'termii', 'DUNDUN');
    twilio.mode = 'timeout';
    await queued(db.database, ...Array.from({ length: 60 }, () => sms()));
    await sweeping(lane('sms', 4), async () => {
      await twilio.waitFor(4);
      await queued(db.database, ...Array.from({ length: 20 }, () => sms({ source: 'termii' })));
      await termii.waitFor(20, 20_000);
    });
    expect(termii.messages).toHaveLength(20);
    answerAgain(twilio);
  });

  it('sends an SMS only through its source, or a mapped source that has the sender ID', async () => {
    await connectSms(workspace, 'twilio', 'DUNDUN', 'SHOP');
    const fallback = await connectSms(workspace, 'termii', 'DUNDUN');
    twilio.mode = { httpStatus: 503 };
    const one = lane('sms');
    const providersOf = async (message: NewMessage) => {
      const [stored] = await queued(db.database, message);
      await sweeping(one, () => tried(stored!));
      // A later attempt would find the fallback mapped below; one that has begun by now must not count.
      await db.database.execute('UPDATE messages SET due_at = NULL, claim = claim + 1 WHERE id = $1', [stored!.id]);
      return (await attemptsOf(stored!)).map(({ provider }) => provider);
    };
    expect(new Set(await providersOf(sms()))).toEqual(new Set(['twilio']));
    await routes.put(workspace, 'twilio', [fallback.id]);
    expect(new Set(await providersOf(sms({ sender: { name: null, address: 'SHOP' } })))).toEqual(new Set(['twilio']));
    expect(termii.messages).toHaveLength(0);
    const [mapped] = await queued(db.database, sms());
    await sweeping(one, () => becomes(mapped!, 'sent'));
    expect((await attemptsOf(mapped!)).at(-1)?.provider).toBe('termii');
    expect(termii.messages).toHaveLength(1);
  });

  it('holds an SMS with an unknown outcome, and does not pass it to another provider', async () => {
    await connectSms(workspace, 'twilio', 'DUNDUN');
    const fallback = await connectSms(workspace, 'termii', 'DUNDUN');
    await routes.put(workspace, 'twilio', [fallback.id]);
    twilio.mode = 'cut';
    const [message] = await queued(db.database, sms());
    await sweeping(lane('sms'), () => becomes(message!, 'held'));
    expect(await attemptsOf(message!)).toEqual([{ provider: 'twilio', outcome: 'unknown' }]);
    expect([twilio.messages.length, termii.messages.length]).toEqual([1, 0]);
  });

  it('delays messages at a throttling provider without marking it as failing', async () => {
    const { id } = await connectSms(workspace, 'twilio', 'DUNDUN');
    twilio.mode = 'throttle';
    const [old] = await queued(db.database, sms());
    await db.database.execute("UPDATE messages SET created_at = now() - interval '40 minutes' WHERE id = $1", [
      old!.id,
    ]);
    await sweeping(lane('sms'), async () => {
      await until('it was tried', async () => (await attemptsOf(old!))[0]?.outcome === 'not_sent', PATIENT);
      await becomes(old!, 'queued');
      const [next] = await queued(db.database, sms());
      await until('the next message waits', async () => (await rowOf(db.database, next!)).limited_at !== null, PATIENT);
      const waiting = { status: 'queued', reason: 'waits for twilio: at its rate limit', attempts: 0 };
      expect(await rowOf(db.database, next!)).toMatchObject(waiting);
    });
    expect(await rowOf(db.database, old!)).toMatchObject({ attempts: 1, limited_at: expect.any(Date) });
    expect(twilio.requests).toHaveLength(1);
    expect(await standingOf(id)).toBeNull();
  });

  it('restarts the retry time of a message that waited at a rate limit, if all providers fail afterwards', async () => {
    await connectSms(workspace, 'twilio', 'DUNDUN');
    twilio.mode = { httpStatus: 503 };
    const [waited, never] = await queued(db.database, sms(), sms());
    await db.database.execute(
      "UPDATE messages SET created_at = now() - interval '40 minutes', limited_at = CASE WHEN id = $1 THEN now() END WHERE id = ANY ($2)",
      [waited!.id, [waited!.id, never!.id]],
    );
    await sweeping(lane('sms'), async () => {
      await becomes(never!, 'failed');
      await until('it was tried', async () => (await attemptsOf(waited!))[0]?.outcome === 'not_sent', PATIENT);
      await becomes(waited!, 'queued');
    });
  });

  it('passes the status callback to the provider when PUBLIC_URL is https', async () => {
    await connectSms(workspace, 'twilio', 'DUNDUN');
    const config = { ...db.config, PUBLIC_URL: 'https://send.dundun.test' };
    providers = someProviders(db.database, config, { timeoutMs: TIMEOUT_MS });
    const [message] = await queued(db.database, sms());
    await sweeping(lane('sms'), () => becomes(message!, 'sent'));
    const callback = twilio.messages[0]?.statusCallback ?? '';
    expect(callback).toMatch(/^https:\/\/send\.dundun\.test\/hooks\/providers\/[\w.-]+\?reference=[0-9a-f-]+$/);
    expect(callback).toContain(message!.id);
  });

  it('starts the retry time of a scheduled message at its scheduled time', async () => {
    await connectSms(workspace, 'twilio', 'DUNDUN');
    twilio.mode = { httpStatus: 503 };
    const [message] = await queued(db.database, sms({ scheduled_at: new Date() }));
    await db.database.execute("UPDATE messages SET created_at = now() - interval '30 days' WHERE id = $1", [
      message!.id,
    ]);
    expect((await sweeping(lane('sms'), () => tried(message!))).status).toBe('queued');
  });
});
