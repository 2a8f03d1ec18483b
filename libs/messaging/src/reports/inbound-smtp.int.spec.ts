import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities, SendingDomains } from '@dundun/accounts';
import { createLogger, Seal } from '@dundun/platform/config';
import { Database, dataSourceOptions } from '@dundun/platform/database';
import {
  aBounceMail,
  aComplaintMail,
  anAutoReply,
  aWorkspace,
  deliverMail,
  freePort,
  talkSmtp,
  until,
  useDatabase,
  type SmtpTalk,
} from '@dundun/testing';
import type { SMTPServer } from 'smtp-server';
import { createTransport } from 'nodemailer';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { OWN_PROVIDER_ID } from './bounces.service.js';
import { someBounces } from './testing-reports.js';
import { BOUNCE_LIMITS, bounceServer, type BounceLimits } from './bounce-server.js';
import type { DmarcMails } from './dmarc-mails.service.js';
import { InboundSmtp } from './inbound-smtp.service.js';
import type { NewMessage } from '../message/message.js';
import { ReturnPaths } from '../deliver/return-paths.service.js';
import { aMessage, aRecipient, queued, rowOf } from '../testing.js';

const HOST = 'bounce.example.com';
const logger = createLogger('test', 'silent');
/** An installation without sending domains. */
const NO_REPORTS: Pick<DmarcMails, 'domainAt' | 'take'> = {
  domainAt: () => Promise.resolve(null),
  take: () => Promise.resolve(undefined),
};

describe('bounces over SMTP', () => {
  const db = useDatabase(accountsEntities);
  let paths: ReturnPaths;
  let inbound: InboundSmtp;
  let port: number;
  let workspace: number;
  const talks: SmtpTalk[] = [];
  const servers: SMTPServer[] = [];

  const listening = (at: number, database = db.database) =>
    new InboundSmtp(
      { ...db.config, INBOUND_SMTP_PORT: at, HOST: '127.0.0.1' },
      paths,
      someBounces(database),
      NO_REPORTS as DmarcMails,
      logger,
    );
  /** Starts a server with narrower limits. */
  const limited = async (limits: Partial<BounceLimits>) => {
    const bounces = someBounces(db.database);
    const server = bounceServer(
      {
        read: (address) => paths.read(address),
        take: (...given) => bounces.takeAbout(...given),
        domainAt: NO_REPORTS.domainAt,
        takeReport: NO_REPORTS.take,
      },
      'mx.test',
      logger,
      { ...BOUNCE_LIMITS, ...limits },
    );
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
    return (server.server.address() as { port: number }).port;
  };

  const hangUp = () => {
    for (const talk of talks.splice(0)) talk.end();
  };

  beforeAll(async () => {
    port = await freePort();
    paths = new ReturnPaths(
      { INBOUND_SMTP_PORT: port },
      new SendingDomains(db.database),
      new Seal([db.config.SECRET_KEY]),
    );
    inbound = listening(port);
    inbound.onApplicationBootstrap();
    await until('the server listens', () => greets(port));
  });
  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
  });
  afterEach(async () => {
    hangUp();
    await Promise.all(servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(resolve))));
  });
  afterAll(() => inbound.beforeApplicationShutdown());

  const talking = async (at = port) => {
    const talk = await talkSmtp(at);
    talks.push(talk);
    return talk;
  };
  const greets = async (at: number) => (await talking(at)).greeting.startsWith('220');
  /** Creates a message that was handed over. */
  const sent = async (...addresses: string[]): Promise<NewMessage> => {
    const recipients = (addresses.length > 0 ? addresses : ['grace@example.com']).map((each) => aRecipient(each));
    const [message] = await queued(db.database, aMessage(workspace, { recipients }));
    await db.database.execute(
      `UPDATE messages SET status = 'sent', due_at = NULL, ended_at = now(),
         recipients = (SELECT jsonb_agg(each || '{"status": "sent"}') FROM jsonb_array_elements(recipients) AS each)
       WHERE id = $1`,
      [message!.id],
    );
    return message as NewMessage;
  };
  const pathOf = ({ workspace_id: workspaceId, id }: NewMessage) => paths.address({ workspaceId, id }, HOST);
  const suppressed = () =>
    db.database.query('SELECT address, reason FROM suppressions WHERE workspace_id = $1 ORDER BY address', [workspace]);
  const reports = () =>
    db.database.query('SELECT kind, bounce, recipient FROM delivery_reports WHERE workspace_id = $1', [workspace]);
  const statuses = async (message: NewMessage) =>
    (await rowOf(db.database, message)).recipients.map(({ status }) => status);

  it('mark the message as bounced and suppress the address, whatever the case of the return path', async () => {
    const message = await sent();
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
    const to = pathOf(message).toUpperCase();
    const info = await transport.sendMail({ envelope: { from: '', to: [to] }, raw: aBounceMail() });
    transport.close();
    expect(info.response).toMatch(/^250 /);
    expect(await rowOf(db.database, message)).toMatchObject({
      status: 'bounced',
      reason: '550 5.1.1 no such user',
      recipients: [{ status: 'bounced', detail: '550 5.1.1 no such user' }],
    });
    expect(await suppressed()).toEqual([{ address: 'grace@example.com', reason: 'bounce' }]);
  });

  it('count once, however often they arrive', async () => {
    const message = await sent();
    const soft = aBounceMail({ status: '4.2.2', said: '452 4.2.2 mailbox full' });
    const all = Array.from({ length: 10 }, () => deliverMail(port, pathOf(message), soft));
    for (const reply of await Promise.all(all)) expect(reply).toMatch(/^250 /);
    expect(await reports()).toEqual([{ kind: 'bounced', bounce: 'soft', recipient: 'grace@example.com' }]);
    const [count] = await db.database.query('SELECT count(*)::int AS count FROM soft_bounces WHERE workspace_id = $1', [
      workspace,
    ]);
    expect(count).toEqual({ count: 1 });
  });

  it.each([
    ['soft', { status: '5.2.2', said: '552 5.2.2 mailbox full' }],
    ['policy', { status: '5.7.1', said: '550 5.7.1 blocked because of its content' }],
  ])('of class %s suppress no address', async (bounce, facts) => {
    const message = await sent();
    expect(await deliverMail(port, pathOf(message), aBounceMail(facts))).toMatch(/^250 /);
    expect(await reports()).toMatchObject([{ kind: 'bounced', bounce }]);
    expect(await statuses(message)).toEqual(['bounced']);
    expect(await suppressed()).toEqual([]);
  });

  it('change nothing if they report a delay, and are recorded if they report delivery', async () => {
    const message = await sent();
    await deliverMail(port, pathOf(message), aBounceMail({ action: 'delayed', status: '4.4.1', said: 'no answer' }));
    expect(await statuses(message)).toEqual(['sent']);
    await deliverMail(port, pathOf(message), aBounceMail({ action: 'delivered', status: '2.0.0', said: '250 ok' }));
    expect(await statuses(message)).toEqual(['delivered']);
    expect(await suppressed()).toEqual([]);
  });

  it('may be complaints without an address, which are about the only recipient', async () => {
    const message = await sent();
    expect(await deliverMail(port, pathOf(message), aComplaintMail())).toMatch(/^250 /);
    expect(await rowOf(db.database, message)).toMatchObject({ status: 'complained' });
    expect(await suppressed()).toEqual([{ address: 'grace@example.com', reason: 'complaint' }]);
  });

  it('of a forwarded mail are about the only recipient, under its own address', async () => {
    const message = await sent();
    await deliverMail(port, pathOf(message), aBounceMail({ recipient: 'grace@elsewhere.test' }));
    expect(await statuses(message)).toEqual(['bounced']);
    expect(await suppressed()).toEqual([{ address: 'grace@example.com', reason: 'bounce' }]);
  });

  it('of mail to several recipients concern only the recipients that the notification names', async () => {
    const message = await sent('a@example.com', 'b@example.com');
    expect(await deliverMail(port, pathOf(message), aBounceMail({ recipient: 'B@example.com' }))).toMatch(/^250 /);
    expect(await statuses(message)).toEqual(['sent', 'bounced']);
    await deliverMail(port, pathOf(message), aBounceMail({ recipient: 'stranger@example.com' }));
    await deliverMail(port, pathOf(message), aComplaintMail());
    expect(await statuses(message)).toEqual(['sent', 'bounced']);
    expect(await suppressed()).toEqual([{ address: 'b@example.com', reason: 'bounce' }]);
  });

  it('are about the message of the return path, even if they return another one', async () => {
    const [mine, other] = [await sent(), await sent()];
    await deliverMail(port, pathOf(mine), aBounceMail({ messageId: `<${other.id}@example.com>` }));
    expect(await statuses(mine)).toEqual(['bounced']);
    expect(await statuses(other)).toEqual(['sent']);
  });

  it('wait for the outcome of a message in flight', async () => {
    const [message] = await queued(db.database, aMessage(workspace));
    expect(await deliverMail(port, pathOf(message!), aBounceMail())).toMatch(/^250 /);
    expect(await rowOf(db.database, message!)).toMatchObject({ status: 'queued' });
    expect(await reports()).toHaveLength(1);
  });

  it.each([
    ['an automatic reply', anAutoReply()],
    ['a mail of a person', 'From: grace@example.com\r\nSubject: Re: Hello\r\n\r\nThank you.'],
    ['garbage', '\u0000\u0001 not a mail'],
    ['nothing', ''],
  ])('are not %s, which is accepted and dropped', async (_, raw) => {
    const message = await sent();
    expect(await deliverMail(port, pathOf(message), raw, 'grace@example.com')).toMatch(/^250 /);
    expect(await reports()).toEqual([]);
    expect(await statuses(message)).toEqual(['sent']);
  });

  it('from the null sender that cannot be parsed are soft bounces of the only recipient', async () => {
    const message = await sent();
    const raw = 'From: gateway@example.com\r\nSubject: Sorry\r\n\r\nWe did not take it.';
    expect(await deliverMail(port, pathOf(message), raw)).toMatch(/^250 /);
    expect(await reports()).toMatchObject([{ kind: 'bounced', bounce: 'soft' }]);
    expect(await statuses(message)).toEqual(['bounced']);
    expect(await suppressed()).toEqual([]);
  });

  it('to a deleted message are accepted and dropped', async () => {
    const address = paths.address({ workspaceId: workspace, id: v7() }, HOST);
    expect(await deliverMail(port, address, aBounceMail())).toMatch(/^250 /);
    expect(await reports()).toEqual([]);
  });

  it('are dropped after a thousand reports on one message', async () => {
    const message = await sent();
    await db.database.execute(
      `INSERT INTO delivery_reports (workspace_id, integration_id, event_id, message_id, kind, detail)
       SELECT $1, $2, number::text, $3, 'deferred', 'later' FROM generate_series(1, 999) AS number`,
      [workspace, OWN_PROVIDER_ID, message.id],
    );
    const words = ['one more', 'another one'].map((said) => aBounceMail({ status: '4.2.2', said }));
    for (const raw of words) expect(await deliverMail(port, pathOf(message), raw)).toMatch(/^250 /);
    expect(await reports()).toHaveLength(1_000);
  });

  it('are refused at any address that is not a return path, so nothing is relayed', async () => {
    const path = pathOf(await sent());
    const talk = await talking();
    await talk.say('EHLO mx.test');
    await talk.say('MAIL FROM:<>');
    for (const address of [
      'postmaster@example.com',
      `b-1-${'0'.repeat(25)}-${'0'.repeat(25)}@${HOST}`,
      path.replace('@bounce.', '@'),
      path.replace(/^b-\d+/, 'b-999999'),
      `${path.replace('@', '%')}@relay.test`,
      `x${path}`,
    ])
      expect(await talk.say(`RCPT TO:<${address}>`)).toMatch(/^550 /);
    expect(await talk.say('DATA')).toMatch(/^503 /);
    expect(await talk.say(`RCPT TO:<${path}>`)).toMatch(/^250 /);
    expect(await reports()).toEqual([]);
  });

  it('are received without login and TLS, and the server offers neither', async () => {
    const talk = await talking();
    talk.write('EHLO mx.test\r\n');
    expect(await talk.next()).toMatch(/^250 SIZE 26214400$/);
    for (const line of ['AUTH PLAIN AGEAYg==', 'STARTTLS']) expect(await talk.say(line)).toMatch(/^5\d\d /);
  });

  it('are read from their head if they return a large mail', async () => {
    const message = await sent();
    const talk = await talking();
    for (const line of ['EHLO mx.test', 'MAIL FROM:<>', `RCPT TO:<${pathOf(message)}>`, 'DATA']) await talk.say(line);
    talk.write(aBounceMail());
    for (let count = 0; count < 40; count++) talk.write(`${'x'.repeat(98)}\r\n`.repeat(300));
    expect(await talk.say('\r\n.')).toMatch(/^250 /);
    expect(await statuses(message)).toEqual(['bounced']);
  });

  it('are refused if too large, announced or not, and the connection stays usable', async () => {
    const message = await sent();
    const talk = await talking(await limited({ size: 100_000 }));
    await talk.say('EHLO mx.test');
    expect(await talk.say('MAIL FROM:<> SIZE=100001')).toMatch(/^552 /);
    await talk.say('MAIL FROM:<>');
    await talk.say(`RCPT TO:<${pathOf(message)}>`);
    await talk.say('DATA');
    talk.write(aBounceMail());
    for (let count = 0; count < 4; count++) talk.write(`${'x'.repeat(98)}\r\n`.repeat(300));
    expect(await talk.say('\r\n.')).toMatch(/^552 /);
    expect(await statuses(message)).toEqual(['sent']);
    expect(await talk.say('NOOP')).toMatch(/^250 /);
  });

  it('are not stored if the connection breaks during the transfer', async () => {
    const message = await sent();
    const talk = await talking();
    for (const line of ['EHLO mx.test', 'MAIL FROM:<>', `RCPT TO:<${pathOf(message)}>`, 'DATA']) await talk.say(line);
    talk.write(aBounceMail());
    talk.end();
    expect(await deliverMail(port, pathOf(await sent()), anAutoReply())).toMatch(/^250 /);
    expect(await reports()).toEqual([]);
  });

  it('survive slow clients: idle and trickling connections are closed, too many get a temporary refusal', async () => {
    const idle = await talking(await limited({ idle: 1_000 }));
    expect(await idle.next()).toMatch(/^421 /);

    const trickling = await talking(await limited({ idle: 60_000, session: 600 }));
    await trickling.say('EHLO mx.test');
    const drip = setInterval(() => trickling.write('N'), 50);
    expect(await trickling.next()).toBe('closed');
    clearInterval(drip);

    const small = await limited({ connections: 2 });
    const open = [await talking(small), await talking(small)];
    expect(open.map(({ greeting }) => greeting.slice(0, 3))).toEqual(['220', '220']);
    expect((await talking(small)).greeting).toMatch(/^421 /);
  });

  it('get a 451 while the database is away, and the process survives', async () => {
    const gone = await new DataSource(dataSourceOptions(db.config, logger, { entities: [] })).initialize();
    const at = await freePort();
    const broken = listening(at, new Database(gone, true));
    broken.onApplicationBootstrap();
    await until('the server listens', () => greets(at));
    hangUp();
    await gone.destroy();
    const message = await sent();
    expect(await deliverMail(at, pathOf(message), aBounceMail())).toMatch(/^451 /);
    expect(await deliverMail(at, pathOf(message), aBounceMail())).toMatch(/^451 /);
    await broken.beforeApplicationShutdown();
    expect(await deliverMail(port, pathOf(message), aBounceMail())).toMatch(/^250 /);
    expect(await statuses(message)).toEqual(['bounced']);
  });

  it('are received by another worker when the one with the port ends', async () => {
    const at = await freePort();
    const [first, second] = [listening(at), listening(at)];
    first.onApplicationBootstrap();
    await until('the first listens', () => greets(at));
    second.onApplicationBootstrap();
    // Meanwhile the second has found the port taken.
    await until('the first still listens', () => greets(at));
    hangUp();
    await first.beforeApplicationShutdown();
    await until('the second listens', () => greets(at), { ms: 15_000 });
    hangUp();
    await second.beforeApplicationShutdown();
    expect(await greets(at)).toBe(false);
  });
});
