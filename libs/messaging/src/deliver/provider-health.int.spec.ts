import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities, type AccountHealth, type Integrations } from '@dundun/accounts';
import { createLogger } from '@dundun/platform/config';
import { emailProviders, type Outcome } from '@dundun/providers';
import { startSmtpSink } from '@dundun/providers/testing';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { Lane } from './lane.js';
import { LaneClaims } from './lane-claims.repository.js';
import { ProviderHealth } from './provider-health.service.js';
import { aHandOver, someProviders, type SomeProviders } from './testing-providers.js';
import { aMessage, aRecipient, heartbeat, queued } from '../testing.js';

const logger = createLogger('test', 'silent');
const down: Outcome = { kind: 'not_sent', fault: 'passing', detail: 'connect ECONNREFUSED' };
const accepted: Outcome = { kind: 'accepted', providerId: '1', detail: 'queued' };

describe('the health of a provider', () => {
  const db = useDatabase(accountsEntities);
  let providers: SomeProviders;
  let integrations: Integrations;
  let workspace: number;
  let id: string;

  beforeEach(async () => {
    providers = someProviders(db.database, db.config);
    ({ integrations } = providers);
    workspace = await aWorkspace(db.database);
    ({ id } = await integrations.connect(workspace, emailProviders.smtp, { host: '127.0.0.1', tls: 'none' }, {}));
  });

  const stored = () => integrations.find(workspace, id);
  const healthOf = async () => (await providers.sets.of(workspace)).find(id)?.health;
  /** One worker, which ends calls one after another. */
  const worker = () => {
    const health = new ProviderHealth(integrations, logger);
    return async (outcome: Outcome, startedAt = performance.now(), expected?: AccountHealth) => {
      health.note(workspace, { integrationId: id, health: (await healthOf()) ?? 'fine' }, outcome, startedAt);
      if (expected) await until(`it is ${expected}`, async () => (await healthOf()) === expected);
    };
  };

  it('is failing after two failed calls in a row, since the first', async () => {
    const note = worker();
    await note(down, undefined, 'failed');
    const { updatedAt, failingSince } = await stored();
    expect(failingSince).toBeNull();
    await db.database.execute("UPDATE integrations SET failed_at = now() - interval '20 seconds' WHERE id = $1", [id]);
    await note(down, undefined, 'failing');
    const failing = await stored();
    expect(failing.failure).toBe('connect ECONNREFUSED');
    expect(Date.now() - (failing.failingSince?.getTime() ?? 0)).toBeGreaterThan(19_000);
    // Another version would reopen its connections.
    expect(failing.updatedAt).toEqual(updatedAt);
  });

  it('counts the failures of several workers together', async () => {
    await worker()(down, undefined, 'failed');
    await worker()(down, undefined, 'failing');
  });

  it('is fine again after a success', async () => {
    const note = worker();
    for (const times of [1, 2]) {
      for (let count = 0; count < times; count++) await note(down, undefined, count === 0 ? 'failed' : 'failing');
      await note(accepted, undefined, 'fine');
      expect(await stored()).toMatchObject({ failure: null, failingSince: null });
    }
  });

  it('takes calls that were in flight together as one failure', async () => {
    const note = worker();
    const began = performance.now();
    await note(down, undefined, 'failed');
    for (let count = 0; count < 5; count++) await note(down, began);
    expect((await stored()).failingSince).toBeNull();
  });

  it('is failing at once after a call that hung, unless another was answered meanwhile', async () => {
    const silent: Outcome = { kind: 'unknown', detail: 'No answer' };
    const note = worker();
    const earlier = performance.now() - 11_000;
    await note(accepted);
    await note(silent, earlier, 'failed');
    await note(accepted, undefined, 'fine');
    await worker()(silent, earlier, 'failing');
  });

  it('forgets a single failure after ten minutes', async () => {
    const note = worker();
    await note(down, undefined, 'failed');
    await db.database.execute("UPDATE integrations SET failed_at = now() - interval '11 minutes' WHERE id = $1", [id]);
    await note(down);
    await until('the failure is a new one', async () => {
      const [row] = await db.database.query<{ is_new: boolean }>(
        "SELECT failed_at > now() - interval '1 minute' AS is_new FROM integrations WHERE id = $1",
        [id],
      );
      return row?.is_new === true;
    });
    expect((await stored()).failingSince).toBeNull();
  });

  it.each<Outcome>([
    { kind: 'refused', detail: '550 no such user' },
    { ...down, recipientOnly: true },
    { ...down, throttled: true },
  ])('is not affected by %j', async (outcome) => {
    const note = worker();
    await note(outcome);
    await note(outcome);
    expect(await healthOf()).toBe('fine');
  });

  it('is failing while a relay is down, and fine once it carries mail again', async () => {
    const relay = await startSmtpSink();
    const { port } = relay;
    await relay.close();
    const settings = { host: '127.0.0.1', port, tls: 'none' };
    await integrations.update(workspace, id, {}, { descriptor: emailProviders.smtp, settings });
    await providers.domains.connect(workspace, 'sender.test');
    const sender = { name: 'Ada', address: 'ada@sender.test' };
    await queued(db.database, aMessage(workspace, { sender, recipients: [aRecipient('grace@reader.test')] }));
    const lane = new Lane('email', 'fast', 4, new LaneClaims(db.database), aHandOver(db.database, providers), logger);
    const sweep = setInterval(() => void lane.drain(), 50);
    const endHeartbeat = heartbeat(() => [lane]);
    const again = { close: async () => undefined as void };
    try {
      await until('it is failing', async () => (await stored()).failingSince !== null, { ms: 60_000 });
      expect((await stored()).failure).toMatch(/ECONNREFUSED/);
      again.close = (await startSmtpSink({ port })).close;
      await until('it is fine', async () => (await stored()).failingSince === null, { ms: 60_000 });
    } finally {
      clearInterval(sweep);
      endHeartbeat();
      await lane.stop();
      await db.database.execute('UPDATE messages SET due_at = NULL');
      await providers.connections.onApplicationShutdown();
      await again.close();
    }
  });
});
