import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import { createLogger } from '@dundun/platform/config';
import { emailProviders } from '@dundun/providers';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { Lane } from './lane.js';
import { LaneClaims } from './lane-claims.repository.js';
import { aHandOver, someProviders, type SomeProviders } from './testing-providers.js';
import { aMessage, aRecipient, heartbeat, queued, rowOf } from '../testing.js';

const logger = createLogger('test', 'silent');
const SENDER = { name: 'Ada', address: 'ada@sender.test' };
const REPLY = '421 4.7.28 Our system has detected an unusual rate of mail';

describe('a mailbox provider that defers', () => {
  const db = useDatabase(accountsEntities);
  let relay: SmtpSink;
  let providers: SomeProviders;
  let workspace: number;
  let lanes: Lane[] = [];

  beforeAll(async () => {
    relay = await startSmtpSink();
  });
  beforeEach(async () => {
    relay.script();
    relay.messages.length = 0;
    providers = someProviders(db.database, db.config);
    workspace = await aWorkspace(db.database);
    await providers.domains.connect(workspace, 'sender.test');
    const settings = { host: '127.0.0.1', port: relay.port, tls: 'none' };
    await providers.integrations.connect(workspace, emailProviders.smtp, settings, {});
  });
  afterEach(async () => {
    await Promise.all(lanes.map((lane) => lane.stop()));
    lanes = [];
    await db.database.execute('UPDATE messages SET due_at = NULL');
    await providers.connections.onApplicationShutdown();
  });
  afterAll(() => relay.close());

  const sweeping = async <T>(work: () => Promise<T>): Promise<T> => {
    const claims = new LaneClaims(db.database);
    const made = (['fast', 'bulk'] as const).map(
      (lane) => new Lane('email', lane, 8, claims, aHandOver(db.database, providers), logger),
    );
    lanes.push(...made);
    const timer = setInterval(() => made.forEach((lane) => void lane.drain()), 50);
    const endHeartbeat = heartbeat(() => made);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      endHeartbeat();
    }
  };
  const mail = (to: string | string[], lane: 'fast' | 'bulk' = 'bulk') =>
    aMessage(workspace, { lane, sender: SENDER, recipients: [to].flat().map((address) => aRecipient(address)) });
  const many = (count: number, domain: string) => Array.from({ length: count }, (_, n) => mail(`p${n}@${domain}`));
  const statuses = async (domain: string) =>
    (await db.database.query<{ status: string; reason: string | null; wait: number }>(
      `SELECT status, reason, extract(epoch FROM due_at - now())::float AS wait FROM messages
       WHERE workspace_id = $1 AND recipients->0->>'address' LIKE '%@' || $2`,
      [workspace, domain],
    )); // prettier-ignore
  const isSent = async (domain: string) => (await statuses(domain)).every(({ status }) => status === 'sent');
  const limits = () =>
    db.database.query<{ mailbox: string; detail: string }>(
      'SELECT mailbox, detail FROM mailbox_limits WHERE workspace_id = $1 ORDER BY 1',
      [workspace],
    );
  const defer = (...domains: string[]) =>
    relay.script({
      stage: 'rcpt',
      act: { reply: REPLY },
      when: ({ address = '' }) => domains.some((domain) => address.endsWith(`@${domain}`)),
    });

  it('slows its own mail, and neither other mail of the account nor its one-time passwords', async () => {
    defer('gmail.com');
    await queued(db.database, ...many(40, 'gmail.com'), ...many(40, 'reader.test'));
    await sweeping(async () => {
      await until('all other mail has been sent', () => isSent('reader.test'));
      await until('mail to Gmail waits', async () =>
        (await statuses('gmail.com')).some(({ reason }) => reason?.startsWith('waits for mail to google') === true),
      );
      const password = mail('code@reader.test', 'fast');
      await queued(db.database, password);
      await until('the password was sent', async () => (await rowOf(db.database, password)).status === 'sent');
    });
    expect(await limits()).toEqual([{ mailbox: 'google', detail: REPLY }]);
    const waiting = await statuses('gmail.com');
    expect(waiting.every(({ status }) => status === 'queued' || status === 'sending')).toBe(true);
    expect(waiting.filter(({ reason }) => reason?.includes(REPLY)).length).toBe(waiting.length);
    expect(relay.messages.every(({ envelope }) => envelope.to[0]?.endsWith('@reader.test'))).toBe(true);
    const [{ health = null } = {}] = (await providers.sets.of(workspace)).email('marketing', null).flatMap((step) => step ?? []); // prettier-ignore
    expect(health).toBe('fine');
  });

  it('gets all its mail in the end', async () => {
    defer('gmail.com');
    await queued(db.database, ...many(12, 'gmail.com'));
    await sweeping(async () => {
      await until('the mailbox is limited', async () => (await limits()).length === 1);
      relay.script();
      const hurried = setInterval(
        () => void db.database.execute("UPDATE messages SET due_at = least(due_at, now() + interval '200 ms') WHERE status = 'queued' AND workspace_id = $1", [workspace]), // prettier-ignore
        500,
      );
      await until('all mail has been sent', () => isSent('gmail.com')).finally(() => clearInterval(hurried));
    });
  });

  it('at the end of the text is told apart from a relay that fails', async () => {
    relay.script({ stage: 'dot', act: { reply: '451 4.7.650 Reputation' }, times: 6 });
    await queued(db.database, ...many(6, 'outlook.com'));
    await sweeping(() => until('the mailbox is limited', async () => (await limits()).length === 1));
    expect(await limits()).toEqual([{ mailbox: 'microsoft', detail: '451 4.7.650 Reputation' }]);
    relay.script();
    const other = mail('grace@reader.test');
    await queued(db.database, other);
    await sweeping(() => until('other mail was sent', async () => (await rowOf(db.database, other)).status === 'sent'));
  });

  it('holds back only its own recipients of a mail', async () => {
    defer('gmail.com');
    const both = mail(['grace@gmail.com', 'ada@reader.test', 'eve@gmail.com'], 'fast');
    await queued(db.database, both);
    await sweeping(() =>
      until('one recipient was reached', async () => {
        const { recipients } = await rowOf(db.database, both);
        return recipients.map(({ status }) => status).join() === 'queued,sent,queued';
      }),
    );
    expect(relay.messages).toHaveLength(1);
    expect(await limits()).toMatchObject([{ mailbox: 'google' }]);
  });

  it('is not blamed when the account answers everyone like this', async () => {
    const domains = Array.from({ length: 12 }, (_, n) => `d${n}.test`);
    defer(...domains);
    await queued(db.database, ...domains.flatMap((domain) => many(2, domain)));
    await sweeping(() =>
      until('the account rests', async () =>
        (await Promise.all(domains.map(statuses))).flat().some(({ reason }) => reason === 'waits for smtp: failing at the moment'),
      ),
    ); // prettier-ignore
  });
});
