import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities, type Integrations } from '@dundun/accounts';
import { UnavailableError } from '@dundun/domain';
import { createLogger } from '@dundun/platform/config';
import { emailProviders } from '@dundun/providers';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Attempts } from './attempts.repository.js';
import { Lane } from './lane.js';
import { LaneClaims } from './lane-claims.repository.js';
import { aHandOver, someProviders, type SomeProviders } from './testing-providers.js';
import { aMessage, aRecipient, heartbeat, queued, rowOf } from '../testing.js';

const logger = createLogger('test', 'silent');
const SLOTS = 4;
/** Longer than any test, so that only the slots can help. */
const TIMEOUT_MS = 120_000;

describe('a workspace with two SMTP servers', () => {
  const db = useDatabase(accountsEntities);
  const held = new Set<Socket>();
  let greeted: number;
  let hanging: Server;
  let working: SmtpSink;
  let providers: SomeProviders;
  let integrations: Integrations;
  let workspace: number;
  let lane: Lane;
  let timer: NodeJS.Timeout;
  let endHeartbeat: () => void;

  beforeEach(async () => {
    greeted = 0;
    hanging = createServer((socket) => (greeted++, held.add(socket.on('error', () => undefined))));
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    working = await startSmtpSink();
    const config = { ...db.config, WORKER_CONCURRENCY: SLOTS };
    providers = someProviders(db.database, config, { timeoutMs: TIMEOUT_MS });
    ({ integrations } = providers);
    workspace = await aWorkspace(db.database);
    await connect((hanging.address() as AddressInfo).port, 'a.test', 'both.test');
    await connect(working.port, 'b.test', 'both.test');
  });
  afterEach(async () => {
    clearInterval(timer);
    endHeartbeat();
    await db.database.execute('UPDATE messages SET due_at = NULL');
    const closed = new Promise((resolve) => hanging.close(resolve));
    for (const socket of held) socket.destroy();
    held.clear();
    await closed;
    await lane.stop();
    await providers.connections.onApplicationShutdown();
    await working.close();
  });

  const connect = (port: number, ...domains: string[]) =>
    integrations.connect(workspace, emailProviders.smtp, { host: '127.0.0.1', port, tls: 'none' }, { domains });
  const begin = (attempts?: Attempts) => {
    const handOver = aHandOver(db.database, providers, attempts);
    lane = new Lane('email', 'fast', SLOTS, new LaneClaims(db.database), handOver, logger);
    timer = setInterval(() => void lane.drain().catch(() => undefined), 50);
    endHeartbeat = heartbeat(() => [lane]);
  };
  const mails = (count: number, domain: string) =>
    queued(
      db.database,
      ...Array.from({ length: count }, (_, index) =>
        aMessage(workspace, {
          sender: { name: 'Ada', address: `ada@${domain}` },
          recipients: [aRecipient(`r${index}@reader.test`)],
        }),
      ),
    );

  it('loses only the slots of the server that hangs', async () => {
    const [first] = await mails(200, 'a.test');
    begin();
    await until('the hanging server fills its slots', () => greeted === SLOTS, { ms: 20_000 });
    await mails(20, 'b.test');
    await working.waitFor(20, 30_000);
    expect(greeted).toBe(SLOTS);
    expect(await rowOf(db.database, first!)).toMatchObject({ status: 'sending' });
  });

  it('sends through the working server once the other hangs', async () => {
    const all = await mails(20, 'both.test');
    begin();
    await working.waitFor(all.length - SLOTS, 30_000);
    expect(greeted).toBe(SLOTS);
  });

  it('frees the slots of calls that could not start because the database was away', async () => {
    const attempts = new Attempts(db.database);
    const start = attempts.start.bind(attempts);
    let left = 3 * SLOTS;
    attempts.start = (...of) => (left-- > 0 ? Promise.reject(new UnavailableError()) : start(...of));
    const all = await mails(3 * SLOTS, 'b.test');
    begin(attempts);
    await until('each start has failed', () => left <= 0, { ms: 20_000 });
    await db.database.execute("UPDATE messages SET due_at = now() - interval '1 second' WHERE status = 'queued'");
    await working.waitFor(all.length, 30_000);
  });
});
