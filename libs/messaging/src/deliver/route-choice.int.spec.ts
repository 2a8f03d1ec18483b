import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities, CANNOT_OPEN, type Integrations } from '@dundun/accounts';
import { createLogger, Seal } from '@dundun/platform/config';
import { emailProviders, smsProviders } from '@dundun/providers';
import {
  startFakePostmark,
  startFakeResend,
  startFakeTermii,
  type FakePostmark,
  type FakeResend,
  type FakeTermii,
} from '@dundun/providers/testing';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { Lane } from './lane.js';
import { LaneClaims } from './lane-claims.repository.js';
import type { NewMessage } from '../message/message.js';
import { aHandOver, someProviders, type SomeProviders } from './testing-providers.js';
import { aMessage, aRecipient, heartbeat, queued, rowOf } from '../testing.js';

const logger = createLogger('test', 'silent');
/** Longer than any test, so that a slow machine does not look like a hanging provider. */
const TIMEOUT_MS = 120_000;

describe('the route of a message', () => {
  const db = useDatabase(accountsEntities);
  let [postmark, resend, termii]: [FakePostmark, FakeResend, FakeTermii] = [] as never;
  let providers: SomeProviders;
  let integrations: Integrations;
  let workspace: number;
  let [first, second]: [string, string] = [] as never;
  let lanes: Lane[] = [];

  beforeAll(async () => {
    [postmark, resend, termii] = [await startFakePostmark(), await startFakeResend(), await startFakeTermii()];
  });
  beforeEach(async () => {
    for (const fake of [postmark, resend, termii]) [fake.mode, fake.messages.length] = ['ok', 0];
    providers = someProviders(db.database, db.config, { timeoutMs: TIMEOUT_MS });
    ({ integrations } = providers);
    workspace = await aWorkspace(db.database);
    await providers.domains.connect(workspace, 'sender.test');
    const connect = async (name: 'postmark' | 'resend', fake: FakePostmark | FakeResend) =>
      (await integrations.connect(workspace, emailProviders[name], fake.settings, { endpoint: fake.origin })).id;
    first = await connect('postmark', postmark);
    second = await connect('resend', resend);
  });
  afterEach(async () => {
    await Promise.all(lanes.map((lane) => lane.stop()));
    lanes = [];
    await db.database.execute('UPDATE messages SET due_at = NULL');
    await providers.connections.onApplicationShutdown();
  });
  afterAll(() => Promise.all([postmark, resend, termii].map((fake) => fake.close())));

  const sweeping = async <T>(channel: 'email' | 'sms', work: () => Promise<T>): Promise<T> => {
    const handOver = aHandOver(db.database, providers);
    const speeds = ['fast', 'bulk'] as const;
    lanes = speeds.map((lane) => new Lane(channel, lane, 8, new LaneClaims(db.database), handOver, logger));
    const timer = setInterval(() => lanes.forEach((lane) => void lane.drain()), 50);
    const endHeartbeat = heartbeat(() => lanes);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      endHeartbeat();
    }
  };
  const mail = (over: Partial<NewMessage> = {}) =>
    aMessage(workspace, { sender: { name: 'Ada', address: 'ada@sender.test' }, ...over });
  const becomes = (message: { id: string }, status: string) =>
    until(`the message is ${status}`, async () => (await rowOf(db.database, message)).status === status);
  const sent = async (over: Partial<NewMessage>) => {
    const [message] = await queued(db.database, mail(over));
    await sweeping('email', () => becomes(message!, 'sent'));
  };
  const carried = () => [postmark.messages.length, resend.messages.length];

  it('starts with the integration of its sending profile', async () => {
    await sent({ first_integration_id: second });
    expect(carried()).toEqual([0, 1]);
  });

  it('continues with the workspace’s order when that integration cannot take it', async () => {
    resend.mode = { httpStatus: 503 };
    await sent({ first_integration_id: second });
    expect(carried()).toEqual([1, 0]);
  });

  it('follows the workspace’s order when the profile’s integration is removed or switched off', async () => {
    await integrations.update(workspace, second, { enabled: false });
    await sent({ first_integration_id: second });
    await integrations.remove(workspace, second);
    await sent({ first_integration_id: second });
    expect(carried()).toEqual([2, 0]);
  });

  const sealElsewhere = (...ids: string[]) =>
    db.database.execute(
      'UPDATE integrations SET sealed_settings = $1, updated_at = now() WHERE id = ANY ($2::uuid[])',
      [new Seal(['99'.repeat(32)]).seal('{}'), ids],
    );

  it('skips an integration whose secrets cannot be opened, and marks it as failing', async () => {
    await sealElsewhere(first);
    await sent({});
    expect(carried()).toEqual([0, 1]);
    await until(
      'the integration is marked as failing',
      async () => (await integrations.find(workspace, first)).failure === CANNOT_OPEN,
    );
    expect((await integrations.find(workspace, second)).failure).toBeNull();
  });

  it('leaves the message queued when no integration can be opened', async () => {
    await sealElsewhere(first, second);
    const [message] = await queued(db.database, mail());
    await sweeping('email', () =>
      until('the message waits', async () => /cannot be used/.test((await rowOf(db.database, message!)).reason ?? '')),
    );
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'queued', attempts: 0 });
  });

  it('lets a one-time password pass a campaign at the rate limit', async () => {
    const fields = { endpoint: termii.origin, senderIds: ['DUNDUN'], rateLimit: 1 };
    await integrations.connect(workspace, smsProviders.termii, termii.settings, fields);
    const sms = (over: Partial<NewMessage>) =>
      aMessage(workspace, {
        channel: 'sms',
        source: 'termii',
        sender: { name: null, address: 'DUNDUN' },
        recipients: [aRecipient('2348012345678')],
        content: { body: 'Hello' },
        segments: 1,
        ...over,
      });
    await queued(db.database, ...Array.from({ length: 200 }, () => sms({ lane: 'bulk' })));
    await sweeping('sms', async () => {
      await until('the campaign is at its limit', async () => {
        const [row] = await db.database.query<{ count: number }>(
          "SELECT count(*)::int AS count FROM messages WHERE workspace_id = $1 AND reason LIKE 'waits for%'",
          [workspace],
        );
        return (row?.count ?? 0) > 100;
      });
      const [code] = await queued(db.database, sms({ lane: 'fast', content: { body: 'Your code is 1234' } }));
      await until('the code is sent', async () => (await rowOf(db.database, code!)).status === 'sent', { ms: 15_000 });
    });
    expect(termii.messages.length).toBeLessThan(40);
  });
});
