import { afterEach, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { aMail } from '../../testing/index.js';
import { closeAll, obliging, provider, startRawServer } from '../testing.js';

afterEach(closeAll);

const USER = 'me';
const PASS = 'sécret';
const NONCE = '<1896.697170952@raw.test>';
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Starts a server that offers these methods, and checks what it gets of them. */
async function login(methods: string, pass = PASS) {
  let expects: (line: string) => string = () => '500 5.5.2 What?';
  const known = { LOGIN: base64('Password:'), cram: createHmac('md5', PASS).update(NONCE).digest('hex') };
  const verdict = (isRight: boolean) => (isRight ? '235 2.7.0 Accepted' : '535 5.7.8 Wrong password');
  const server = await startRawServer((line) => {
    if (line === 'AUTH LOGIN') {
      expects = (user) => {
        expects = (given) => verdict(user === base64(USER) && given === base64(PASS));
        return `334 ${known.LOGIN}`;
      };
      return `334 ${base64('Username:')}`;
    }
    if (line === 'AUTH CRAM-MD5') {
      expects = (given) => verdict(given === base64(`${USER} ${known.cram}`));
      return `334 ${base64(NONCE)}`;
    }
    if (line.startsWith('AUTH PLAIN ')) return verdict(line.slice(11) === base64(`\0${USER}\0${PASS}`));
    if (/^(EHLO|HELO|MAIL|RCPT|DATA|QUIT|\.)/.test(line)) return obliging(line, methods);
    return expects(line);
  });
  const { port } = new URL(server.url);
  return { server, smtp: provider({ host: '127.0.0.1', port, user: USER, pass }) };
}

describe('a login', () => {
  it.each([
    ['AUTH PLAIN LOGIN CRAM-MD5', 'AUTH PLAIN'],
    ['auth login cram-md5', 'AUTH LOGIN'],
    ['AUTH=LOGIN', 'AUTH LOGIN'],
    ['AUTH CRAM-MD5 GSSAPI', 'AUTH CRAM-MD5'],
    ['AUTH XOAUTH2', 'AUTH PLAIN'],
    ['AUTH', 'AUTH PLAIN'],
  ])('with %s goes by %s', async (methods, expected) => {
    const { server, smtp } = await login(methods);
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
    expect(server.reads[1]?.startsWith(expected)).toBe(true);
  });

  it.each(['AUTH PLAIN', 'AUTH LOGIN', 'AUTH CRAM-MD5'])(
    'with %s and a wrong password blames the account',
    async (methods) => {
      const { smtp } = await login(methods, 'wrong');
      expect(await smtp.send(aMail())).toMatchObject({
        kind: 'not_sent',
        fault: 'provider',
        detail: '535 5.7.8 Wrong password',
      });
    },
  );

  it('is left out where the server offers none', async () => {
    const { server, smtp } = await login('SIZE');
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
    expect(server.reads.join('')).not.toContain('AUTH');
  });

  it('is tried with a server that knows only HELO', async () => {
    const server = await startRawServer((line) => {
      if (line.startsWith('EHLO')) return '502 5.5.1 What?';
      return line.startsWith('AUTH PLAIN') ? '235 2.7.0 Accepted' : obliging(line);
    });
    const smtp = provider({ host: '127.0.0.1', port: new URL(server.url).port, user: USER, pass: PASS });
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'accepted' });
    expect(server.reads.map((read) => read.slice(0, 4)).slice(0, 4)).toEqual(['EHLO', 'HELO', 'AUTH', 'MAIL']);
  });

  it('blames an account without a password', async () => {
    const server = await startRawServer((line) => obliging(line, 'AUTH PLAIN'));
    const smtp = provider({ host: '127.0.0.1', port: new URL(server.url).port, user: USER });
    expect(await smtp.send(aMail())).toMatchObject({ kind: 'not_sent', fault: 'provider', code: 'EAUTH' });
  });
});
