import { isAscii, NO_UTF8 } from './international-mail.js';
import type { QueuedMail, SmtpTransaction } from './queued-mail.js';
import type { Reply } from './reply-reader.js';
import { SmtpError, TOO_BIG, UNWRITABLE, type SmtpFailure } from './smtp-error.js';
import type { Offers } from './smtp-opening.js';

/**
 * What follows a reply to the envelope: `wait` for the next reply, `send` the next command, hand over the `content`,
 * end an invited text that has no recipient (`empty`), go on with another mail (`over`), or give up the connection
 * (`broken`).
 */
type Next = 'wait' | 'send' | 'content' | 'empty' | 'over' | 'broken';

const NOTHING = Buffer.alloc(0);
const isGoAhead = ({ code }: Reply) => code >= 300 && code < 400;

/** The envelope of one mail on one connection: its commands, and what their replies mean. */
export class Transaction {
  /** The recipients that this server can reach, in the order of their RCPT commands. */
  readonly to: string[];
  readonly content: Buffer;
  failure: SmtpFailure | undefined;
  /** Whether the server replied to a command of this transaction with anything but 421. */
  isHeard = false;
  /** Whether the server waits for the content. */
  isInvited = false;
  /** Whether the end of the content was handed to the socket. */
  handedOver = false;
  private readonly isInternational: boolean;
  private readonly rejected: SmtpTransaction['rejected'] = [];
  private accepted = 0;
  /** The command whose reply is due: -1 is RSET, 0 MAIL, then one RCPT per recipient, then DATA. */
  private at: number;

  /** Whether the connection carried another mail before. */
  readonly isReused: boolean;

  /** @param withReset whether the server may still be in the transaction before this one */
  constructor(
    readonly mail: QueuedMail,
    private readonly offers: Offers,
    { isReused, withReset }: { isReused: boolean; withReset: boolean },
  ) {
    const { needsUtf8, envelope } = mail;
    this.isReused = isReused;
    this.isInternational = needsUtf8 && offers.utf8;
    this.content = this.contentOf(mail);
    this.to = envelope.to;
    this.at = withReset ? -1 : 0;
    if (!needsUtf8 || offers.utf8) return;
    this.to = this.to.filter(isAscii);
    for (const address of envelope.to) if (!isAscii(address)) this.rejected.push({ address, failure: NO_UTF8 });
  }

  /** Why the mail cannot be offered to this server at all. */
  get obstacle(): SmtpFailure | undefined {
    const { size } = this.offers;
    if (this.failure) return this.failure;
    if (this.to.length === 0) return NO_UTF8;
    if (!size || this.content.length <= size) return undefined;
    return { code: TOO_BIG, message: `Message size larger than allowed ${size}` };
  }

  /** The commands to send now: all with PIPELINING, otherwise the next one. BDAT comes with the content. */
  commands(): string {
    if (!this.offers.pipelining) return this.command(this.at);
    let commands = '';
    const last = this.offers.chunking ? this.to.length : this.to.length + 1;
    for (let at = this.at; at <= last; at++) commands += this.command(at);
    return commands;
  }

  /** Takes the reply to the next command of the envelope. */
  hear(reply: Reply): Next {
    const at = this.at++;
    if (reply.code === 0 || reply.code === 421) return this.fail(at, reply, 'broken');
    if (at < 0) return reply.isPositive ? this.onward(at) : 'broken';
    this.isHeard = true;
    if (at > this.to.length) return this.hearData(at, reply);
    // The replies are out of order.
    if (isGoAhead(reply)) return this.fail(at, reply, 'broken');
    if (at === 0 && !reply.isPositive) this.fail(at, reply, 'over');
    // After a refused sender, pipelined RCPT commands fail only because they are out of order.
    if (at > 0 && !this.failure) this.hearRecipient(at, reply);
    return this.onward(at);
  }

  /** Returns the result. A failure that the server explained takes precedence over the loss of its connection. */
  result({ response, failure }: { response?: string; failure?: SmtpFailure } = {}): SmtpTransaction {
    const { rejected, handedOver } = this;
    return { rejected, handedOver, response, failure: this.failure ?? failure ?? this.refusal };
  }

  private contentOf(mail: QueuedMail): Buffer {
    try {
      const { international, ascii } = mail.written();
      return this.isInternational ? international : ascii;
    } catch (error) {
      // A retry would throw again.
      this.failure = { code: UNWRITABLE, message: `The mail cannot be written: ${String(error)}` };
      return NOTHING;
    }
  }

  private get refusal(): SmtpFailure | undefined {
    return this.rejected.length > 0 && this.accepted === 0 ? this.rejected.at(-1)?.failure : undefined;
  }

  private hearRecipient(at: number, reply: Reply): void {
    if (reply.isPositive) this.accepted += 1;
    else this.rejected.push({ address: this.to[at - 1] ?? '', failure: { stage: 'rcpt', response: reply.text } });
  }

  private hearData(at: number, reply: Reply): Next {
    if (this.failure) return isGoAhead(reply) ? 'broken' : 'over';
    if (this.accepted === 0) return isGoAhead(reply) ? 'empty' : 'over';
    if (reply.code === 354) return 'content';
    return this.fail(at, reply, reply.code < 400 ? 'broken' : 'over');
  }

  private onward(at: number): Next {
    const { pipelining, chunking } = this.offers;
    const isRefused = this.failure !== undefined || (at === this.to.length && this.accepted === 0);
    if (isRefused && !pipelining) return 'over';
    if (at === this.to.length && chunking) return isRefused ? 'over' : 'content';
    return pipelining ? 'wait' : 'send';
  }

  private fail(at: number, reply: Reply, next: Next): Next {
    const stage = at <= 0 ? 'mail' : at > this.to.length ? 'data' : 'rcpt';
    const response = reply.text;
    // It is about this recipient; the others only lose their transaction.
    if (stage === 'rcpt' && reply.code === 421)
      this.rejected.push({ address: this.to[at - 1] ?? '', failure: { stage, response } });
    this.failure ??= reply.code ? { stage, response } : new SmtpError('EPROTOCOL', 'Not an SMTP reply', response);
    return next;
  }

  private command(at: number): string {
    if (at < 0) return 'RSET\r\n';
    if (at > this.to.length) return 'DATA\r\n';
    return at === 0 ? this.mailCommand() : `RCPT TO:<${this.to[at - 1]}>\r\n`;
  }

  private mailCommand(): string {
    const { size, eightBit } = this.offers;
    let parameters = '';
    if (this.isInternational) parameters = eightBit ? ' SMTPUTF8 BODY=8BITMIME' : ' SMTPUTF8';
    if (size !== null) parameters += ` SIZE=${this.content.length}`;
    return `MAIL FROM:<${this.mail.envelope.from}>${parameters}\r\n`;
  }
}
