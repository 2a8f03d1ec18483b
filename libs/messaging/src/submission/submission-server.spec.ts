import { afterEach, describe, expect, it } from '@jest/globals';
import { DailyLimitError, DomainNotConnectedError, InvalidInputError, UnavailableError } from '@dundun/domain';
import { createLogger } from '@dundun/platform/config';
import type { Caller } from '@dundun/platform/http';
import { selfSigned } from '@dundun/providers/testing';
import { talkSmtp, type SmtpTalk } from '@dundun/testing';
import { createTransport, type SendMailOptions } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import type { SMTPServer } from 'smtp-server';
import { SUBMISSION_LIMITS, submissionServer, type SubmissionLimits } from './submission-server.js';
import { SubmissionHeaderError } from './submitted-mail.js';

const caller: Caller = {
  workspaceId: 1,
  plan: 'unlimited',
  level: 'full',
  kind: 'public',
  strictKeys: true,
  keyId: 'k',
};
const certificate = selfSigned('127.0.0.1');
const mail = { from: 'ada@example.com', to: 'grace@example.com', subject: 'Hi', text: 'Hello' };
const login = { user: 'key', pass: 'secret' };

describe('the submission server', () => {
  const servers: SMTPServer[] = [];
  const talks: SmtpTalk[] = [];
  let taken: { raw: string; recipients: string[] }[] = [];

  const start = async (outcome?: () => Promise<string>, limits: Partial<SubmissionLimits> = {}): Promise<number> => {
    taken = [];
    const intake = {
      authenticate: (key: string, secret: string) =>
        Promise.resolve(key === login.user && secret === login.pass ? caller : null),
      accept: (_: Caller, raw: Buffer, recipients: string[]) => {
        taken.push({ raw: raw.toString(), recipients });
        return outcome ? outcome() : Promise.resolve('id-1');
      },
    };
    const all = { ...SUBMISSION_LIMITS, ...limits };
    const server = submissionServer(intake, 'mx.test', certificate, createLogger('test', 'silent'), all);
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
    return (server.server.address() as { port: number }).port;
  };
  const send = (port: number, change: SendMailOptions = {}, auth: typeof login | null = login) =>
    createTransport({
      host: '127.0.0.1',
      port,
      requireTLS: true,
      tls: { ca: certificate.cert },
      ...(auth && { auth }),
    }).sendMail({ ...mail, ...change });
  const failing = (error: Error) => start(() => Promise.reject(error));

  afterEach(async () => {
    for (const talk of talks.splice(0)) talk.end();
    await Promise.all(servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(resolve))));
  });

  it('takes a mail over TLS after a login and answers with its id', async () => {
    const { response } = await send(await start());
    expect(response).toBe('250 2.0.0 Accepted as id-1');
    expect(taken).toEqual([{ raw: expect.stringContaining('Hello'), recipients: ['grace@example.com'] }]);
  });

  it('offers no login before TLS and takes no mail without a login', async () => {
    const talk = await talkSmtp(await start());
    talks.push(talk);
    await talk.say('EHLO client.test');
    expect(await talk.say('AUTH PLAIN AGtleQBzZWNyZXQ=')).toMatch(/^5(30|38) /);
    expect(await talk.say('MAIL FROM:<ada@example.com>')).toMatch(/^530 /);
    expect(taken).toEqual([]);
  });

  it('refuses a wrong secret with 535, and mail without a login with 530', async () => {
    const port = await start();
    await expect(send(port, {}, { ...login, pass: 'wrong' })).rejects.toMatchObject({ responseCode: 535 });
    await expect(send(port, {}, null)).rejects.toMatchObject({ responseCode: 530 });
    expect(taken).toEqual([]);
  });

  it('closes a connection after three wrong logins, even with the right one', async () => {
    const port = await start();
    const client = new SMTPConnection({ host: '127.0.0.1', port, requireTLS: true, tls: { ca: certificate.cert } });
    await new Promise<void>((resolve, reject) => client.once('error', reject).connect(() => resolve()));
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    client.removeAllListeners('error').on('error', () => undefined);
    const answers: number[] = [];
    for (const pass of ['a', 'b', 'c', login.pass]) {
      const credentials = { user: login.user, pass };
      const error = await new Promise<{ responseCode?: number } | null>((resolve) =>
        client.login({ ...credentials, credentials }, (refused) => resolve(refused ?? null)),
      );
      answers.push(error?.responseCode ?? 235);
    }
    await ended;
    expect(answers).toEqual([535, 535, 535, 421]);
  });

  it.each<[string, Error, RegExp]>([
    ['a sender of another domain', new DomainNotConnectedError('ada@evil.example'), /^550 5\.7\.1 ada@evil/],
    ['a wrong field', new InvalidInputError([{ field: 'subject', message: 'must be\r\n250 ok' }]), /^550 5\.6\.0 subject must be 250 ok/],
    ['a wrong header', new SubmissionHeaderError('X-Dundun-Variables must be JSON'), /^550 5\.6\.0 X-Dundun/],
    ['the limit of the day', new DailyLimitError(100, 60), /^452 4\.7\.1 /],
    ['an unreachable database', new UnavailableError(), /^451 4\.3\.0 /],
    ['an unexpected error', new Error('secret detail'), /^451 4\.3\.0 Not stored, try again later$/],
  ])('answers %s with its code', async (_, error, response) => {
    await expect(send(await failing(error))).rejects.toMatchObject({ response: expect.stringMatching(response) });
  }); // prettier-ignore

  it('refuses a mail over the limit with 552, declared or not', async () => {
    const port = await start(undefined, { size: 10_000 });
    const large = { text: 'x'.repeat(20_000) };
    await expect(send(port, large)).rejects.toMatchObject({ responseCode: 552 });
    const raw = { envelope: { from: mail.from, to: mail.to }, raw: `Subject: Hi\r\n\r\n${large.text}` };
    await expect(send(port, raw)).rejects.toMatchObject({ responseCode: 552 });
    expect((await send(port)).response).toMatch(/^250/);
    expect(taken).toHaveLength(1);
  });

  it('asks clients to wait while it holds too many bytes', async () => {
    const port = await start(undefined, { held: 10_000 });
    await expect(send(port, { text: 'x'.repeat(20_000) })).rejects.toMatchObject({ responseCode: 452 });
    expect((await send(port)).response).toMatch(/^250/);
  });

  it('refuses recipients over the limit and addresses that are none', async () => {
    const port = await start(undefined, { recipients: 2 });
    const to = ['a@example.com', 'b@example.com', 'c@example.com'];
    const { accepted, rejected } = await send(port, { to });
    expect({ accepted, rejected }).toEqual({ accepted: to.slice(0, 2), rejected: to.slice(2) });
    const envelope = { from: mail.from, to: ['ada@localhost'] };
    await expect(send(port, { envelope })).rejects.toMatchObject({ response: expect.stringMatching(/^553 5\.1\.3/) });
  });

  it('closes a connection that takes too long', async () => {
    const talk = await talkSmtp(await start(undefined, { session: 50 }));
    talks.push(talk);
    expect(await talk.next()).toBe('closed');
  });
});
