import { isEmail, Refusal, type RefusalKind } from '@dundun/domain';
import type { Logger } from '@dundun/platform/config';
import type { Caller } from '@dundun/platform/http';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { smtpReply } from '../message/smtp-reply.js';
import { limitSessions } from '../message/smtp-sessions.js';
import { SubmissionHeaderError } from './submitted-mail.js';

/** Limits of one client, and of all clients together. */
export interface SubmissionLimits {
  /** Maximum bytes of a mail: 7 MB of attachments as base64, with lines and text. */
  size: number;
  /** Maximum bytes of the mails that this process reads at once. */
  held: number;
  connections: number;
  recipients: number;
  /** Maximum milliseconds without a byte. */
  idle: number;
  /** Maximum milliseconds of a connection. */
  session: number;
}

/** The callbacks of the server. */
export interface SubmissionIntake {
  /** @returns null for credentials that may not send */
  authenticate(key: string, secret: string): Promise<Caller | null>;
  /** @returns the id of the stored message @throws Refusal, SubmissionHeaderError */
  accept(caller: Caller, raw: Buffer, recipients: string[]): Promise<string>;
}

/** PEM texts. */
export interface Certificate {
  key: string;
  cert: string;
}

export const SUBMISSION_LIMITS: SubmissionLimits = {
  size: 12_582_912,
  held: 67_108_864,
  connections: 200,
  recipients: 100,
  idle: 60_000,
  session: 900_000,
};

const CLOSE_MS = 5_000;
/** A connection with this many wrong logins is closed. */
const MOST_LOGINS = 3;

/** The session's user is its caller. */
const callerOf = (session: SMTPServerSession) => session.user as unknown as Caller | undefined;

/** The reply and enhanced status (RFC 3463) of each kind of refusal. 4xx tells the client to try again. */
const CODES: Record<RefusalKind, [code: number, status: string]> = {
  invalid: [550, '5.6.0'],
  unauthenticated: [535, '5.7.8'],
  forbidden: [550, '5.7.1'],
  unknown: [550, '5.6.0'],
  method: [550, '5.5.1'],
  conflict: [451, '4.5.0'],
  too_large: [552, '5.3.4'],
  media_type: [550, '5.6.1'],
  key_reused: [550, '5.5.4'],
  limited: [452, '4.7.1'],
  unavailable: [451, '4.3.0'],
};
const ADDRESS_CODES = new Map<string, [number, string]>([
  ['domain_not_connected', [550, '5.7.1']],
  ['too_many_recipients', [452, '4.5.3']],
]);

/** A reply has one line; the API's messages can hold line breaks of the input. */
const line = (text: string) => text.replace(/[^\x20-\x7e\u00a0-\uffff]+/g, ' ').slice(0, 400);

function replyTo(error: unknown): Error | null {
  if (error instanceof SubmissionHeaderError) return smtpReply(550, `5.6.0 ${line(error.message)}`);
  if (!(error instanceof Refusal)) return null;
  const [code, status] = ADDRESS_CODES.get(error.code) ?? CODES[error.kind];
  return smtpReply(code, `${status} ${line(error.message)}`);
}

/**
 * Creates an SMTP server for message submission (RFC 6409): STARTTLS, then login with an API key and its secret, then mail.
 * It answers 250 with the id after the message is committed.
 */
export function submissionServer(
  { authenticate, accept }: SubmissionIntake,
  name: string,
  certificate: Certificate,
  logger: Logger,
  limits: SubmissionLimits = SUBMISSION_LIMITS,
): SMTPServer {
  let held = 0;
  const failures = new WeakMap<SMTPServerSession, number>();
  const login = async (session: SMTPServerSession, key: string, secret: string): Promise<Caller> => {
    if ((failures.get(session) ?? 0) >= MOST_LOGINS) throw smtpReply(421, '4.7.0 Too many wrong logins');
    const caller = await authenticate(key, secret);
    if (caller) return caller;
    failures.set(session, (failures.get(session) ?? 0) + 1);
    throw smtpReply(535, '5.7.8 Log in with an API key and its secret');
  };
  const take = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> => {
    const read = { bytes: 0 };
    try {
      const raw = await bytesOf(stream, limits.size, (bytes) => {
        read.bytes += bytes;
        held += bytes;
        return held <= limits.held;
      });
      if (raw === 'large') throw smtpReply(552, `5.3.4 A mail is ${limits.size} bytes at most`);
      if (raw === 'busy') throw smtpReply(452, '4.3.1 Too many mails at once, try again later');
      const caller = callerOf(session);
      if (!caller) throw smtpReply(530, '5.7.0 Log in first');
      return await accept(
        caller,
        raw,
        session.envelope.rcptTo.map(({ address }) => address),
      );
    } finally {
      held -= read.bytes;
    }
  };
  const refused = (error: unknown): Error => {
    if (error instanceof Error && 'responseCode' in error) return error;
    const reply = replyTo(error);
    if (reply) return reply;
    logger.error({ err: error }, 'a submitted mail was not stored; the client tries again');
    return smtpReply(451, '4.3.0 Not stored, try again later');
  };
  const server = new SMTPServer({
    ...certificate,
    name,
    size: limits.size,
    maxClients: limits.connections,
    socketTimeout: limits.idle,
    closeTimeout: CLOSE_MS,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: false,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, session, done) {
      login(session, username ?? '', password ?? '').then(
        (caller) => done(null, { user: caller as unknown as string }),
        (error: unknown) => done(refused(error)),
      );
    },
    onRcptTo({ address }, session, done) {
      if (!isEmail(address)) return done(smtpReply(553, '5.1.3 Not an email address'));
      if (session.envelope.rcptTo.length >= limits.recipients) return done(smtpReply(452, '4.5.3 Too many recipients'));
      done();
    },
    onData(stream, session, done) {
      take(stream, session).then(
        (id) => (done as (error: null, message: string) => void)(null, `2.0.0 Accepted as ${id}`),
        (error: unknown) => {
          // The library answers after the last byte only.
          stream.resume();
          done(refused(error));
        },
      );
    },
  });
  limitSessions(server, limits.session);
  return server;
}

/** Reads a whole mail to its end, but keeps nothing of one that is refused. */
async function bytesOf(
  stream: SMTPServerDataStream,
  most: number,
  fits: (bytes: number) => boolean,
): Promise<Buffer | 'large' | 'busy'> {
  const chunks: Buffer[] = [];
  let total = 0;
  let isBusy = false;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (isBusy || total > most) continue;
    isBusy = !fits(chunk.length);
    if (isBusy) chunks.length = 0;
    else chunks.push(chunk);
  }
  if (stream.sizeExceeded || total > most) return 'large';
  return isBusy ? 'busy' : Buffer.concat(chunks);
}
