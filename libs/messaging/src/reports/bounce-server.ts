import type { Logger } from '@dundun/platform/config';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { ReportedDomain } from '@dundun/accounts';
import { MOST_DMARC_BYTES, type Transport } from '@dundun/providers';
import type { Matched } from './bounces.service.js';
import type { OwnedId } from '../message/signed-id.js';
import { smtpReply as reply } from '../message/smtp-reply.js';
import { limitSessions } from '../message/smtp-sessions.js';

/** Limits of one client, and of all clients together. */
export interface BounceLimits {
  /** Maximum bytes of a mail. */
  size: number;
  /** Bytes of a mail that are kept: the report comes first, the returned mail after it. */
  head: number;
  connections: number;
  /** Maximum milliseconds without a byte. */
  idle: number;
  /** Maximum milliseconds of a connection, however busy the client is. */
  session: number;
}

/** The callbacks of the server. */
export interface BounceIntake {
  /** Returns the message of a return path; null for any other address. */
  read(address: string): OwnedId | null;
  take(message: OwnedId, raw: Buffer, transport: Transport): Promise<Matched>;
  /** Returns the sending domain of an address for DMARC reports; null for any other address. */
  domainAt(address: string): Promise<ReportedDomain | null>;
  /** @returns the refusal of a mail that is no report about the domain, or that exceeds what it takes */
  takeReport(domain: ReportedDomain, raw: Buffer): Promise<Error | undefined>;
}

export const BOUNCE_LIMITS: BounceLimits = {
  size: 26_214_400,
  head: 1_048_576,
  connections: 100,
  idle: 60_000,
  session: 300_000,
};

const MOST_RECIPIENTS = 10;
const CLOSE_MS = 5_000;

/**
 * Creates an SMTP server that accepts mail to our return paths and to addresses for DMARC reports only, and so never relays. It answers 250 after the report is
 * committed, and 451 if the report cannot be stored.
 */
export function bounceServer(
  { read, take, domainAt, takeReport }: BounceIntake,
  name: string,
  logger: Logger,
  limits: BounceLimits = BOUNCE_LIMITS,
): SMTPServer {
  const keep = async (session: SMTPServerSession, raw: Buffer): Promise<Error | undefined> => {
    let refusal: Error | undefined;
    const { mailFrom } = session.envelope;
    const isNullSender = mailFrom !== false && mailFrom.address === '';
    for (const { address } of session.envelope.rcptTo) {
      const message = read(address);
      if (!message) {
        const domain = await domainAt(address);
        if (domain) refusal = await takeReport(domain, raw);
        continue;
      }
      const ids = { workspace_id: message.workspaceId, message_id: message.id };
      const matched = await take(message, raw, { isNullSender });
      logger.info({ ...ids, matched }, matched === null ? 'mail to a return path is not a bounce and was dropped' : 'received a bounce'); // prettier-ignore
    }
    // A refusal would make the sender repeat what was stored for other recipients.
    return session.envelope.rcptTo.length === 1 ? refusal : undefined;
  };
  /** Only return paths are read without the database. */
  const isOurs = async (address: string) => read(address) !== null || (await domainAt(address)) !== null;
  const server = new SMTPServer({
    name,
    size: limits.size,
    maxClients: limits.connections,
    socketTimeout: limits.idle,
    closeTimeout: CLOSE_MS,
    // Without a certificate, the library would offer its own, whose key is public.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length >= MOST_RECIPIENTS) return done(reply(452, 'Too many recipients'));
      isOurs(address).then(
        (isKnown) => done(isKnown ? undefined : reply(550, 'No such address here')),
        () => done(reply(451, 'Try again later')),
      );
    },
    onData(stream, session, done) {
      const isBounce = session.envelope.rcptTo.every(({ address }) => read(address));
      headOf(stream, isBounce ? limits.head : MOST_DMARC_BYTES + 1)
        .then(async (raw) => (raw ? await keep(session, raw) : reply(552, `A mail is ${limits.size} bytes at most`)))
        .then(
          (refusal) => done(refusal),
          (error: unknown) => {
            logger.warn({ err: error }, 'a bounce was not stored; the sending server tries again');
            done(reply(451, 'Not stored, try again later'));
          },
        );
    },
  });
  limitSessions(server, limits.session);
  return server;
}

/** Reads a mail but keeps only its head. @returns null for a mail that is too large */
async function headOf(stream: SMTPServerDataStream, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let left = most;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (left > 0) chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
  }
  return stream.sizeExceeded ? null : Buffer.concat(chunks);
}
