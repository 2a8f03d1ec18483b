import { createHmac } from 'node:crypto';
import type { Reply } from './reply-reader.js';
import { SmtpError } from './smtp-error.js';
import type { SmtpWire } from './smtp-wire.js';

/** What an account logs in with: a password, or a token of OAuth 2. */
export type Credentials = { user: string; pass: string | undefined } | { user: string; token: string };

const encoded = (text: string) => Buffer.from(text).toString('base64');

/** Logs in by the best method that the server offers. @throws SmtpError with code EAUTH when the server refuses */
export async function logIn(wire: SmtpWire, credentials: Credentials, offered: ReadonlySet<string>): Promise<void> {
  const { user } = credentials;
  // https://developers.google.com/workspace/gmail/imap/xoauth2-protocol, which Microsoft follows.
  if ('token' in credentials) {
    return plainly(wire, 'XOAUTH2', encoded(`user=${user}\u0001auth=Bearer ${credentials.token}\u0001\u0001`));
  }
  const { pass } = credentials;
  if (!user || !pass) throw new SmtpError('EAUTH', 'The server asks for a login, and the account has none');
  // A server that names no method is given the one that all know.
  if (offered.has('PLAIN') || !(offered.has('LOGIN') || offered.has('CRAM-MD5'))) {
    return plainly(wire, 'PLAIN', encoded(`\0${user}\0${pass}`));
  }
  if (offered.has('LOGIN')) {
    challenge(await wire.ask('AUTH LOGIN'));
    challenge(await wire.ask(encoded(user)));
    return accepted(await wire.ask(encoded(pass)));
  }
  const nonce = challenge(await wire.ask('AUTH CRAM-MD5'));
  return accepted(await wire.ask(encoded(`${user} ${createHmac('md5', pass).update(nonce).digest('hex')}`)));
}

/** Sends everything with the command. A challenge after that is an explanation, and an empty line asks for the refusal. */
async function plainly(wire: SmtpWire, method: string, initial: string): Promise<void> {
  const reply = await wire.ask(`AUTH ${method} ${initial}`);
  accepted(reply.code === 334 ? await wire.ask('') : reply);
}

function accepted(reply: Reply): void {
  if (!reply.isPositive) throw new SmtpError('EAUTH', 'Invalid login', reply);
}

function challenge(reply: Reply): Buffer {
  if (reply.code !== 334) throw new SmtpError('EAUTH', 'Invalid login', reply);
  return Buffer.from(reply.text.slice(4).trim(), 'base64');
}
