import { joinedFromSlab } from '../slab.js';
import { Alarm } from './alarm.js';
import { writeContent } from './content-writer.js';
import type { Carrier, QueuedMail } from './queued-mail.js';
import type { Reply } from './reply-reader.js';
import { SmtpError, type SmtpFailure } from './smtp-error.js';
import type { Offers, OpenWire } from './smtp-opening.js';
import type { SmtpWire } from './smtp-wire.js';
import { Transaction } from './transaction.js';

/** What a session asks of its pool. */
export interface SessionHost {
  /** Returns the mail whose envelope may follow now; the session must take it. */
  next(session: SmtpSession): QueuedMail | undefined;
  /** The session has nothing in flight. */
  onIdle(session: SmtpSession): void;
  /** The connection was gone before the server replied to anything of this mail, which goes over another one. */
  onUnheard(mail: QueuedMail): void;
  /** The server ended a connection that was to carry another mail. */
  onDrop(session: SmtpSession): void;
  onEnd(session: SmtpSession): void;
  /** The server offers an extension that it does not understand. */
  onUnfit(extension: 'pipelining' | 'chunking'): void;
  /** The error of a mail whose time is over. */
  timedOut(): Error;
}

/** How long QUIT may take before the socket is destroyed, in milliseconds. */
const GOODBYE_MS = 1_000;
/** How long RSET may take. */
const RESET_MS = 2_000;
/** Replies to BDAT that say the server does not know the command. */
const UNKNOWN_COMMAND = new Set([500, 502, 503, 504]);

/**
 * One logged-in connection to an SMTP server. With PIPELINING, the envelope of the next mail follows the content of the
 * one before in the same write, so a mail costs one write and one round trip. The content of at most one mail is in
 * flight: a cut makes the outcome of no other mail unknown.
 */
export class SmtpSession implements Carrier {
  /** The number of transactions begun on this connection. */
  sent = 0;
  /** Whether QUIT was sent. */
  isLeaving = false;
  readonly openedAt = performance.now();
  /** How long the server had been silent when the last transaction began, in milliseconds. */
  silence = 0;
  private heardAt = this.openedAt;
  private readonly wire: SmtpWire;
  readonly offers: Offers;
  /** The mail whose content is in flight; its reply comes before those to the envelope. */
  private content: Transaction | undefined;
  /** The mail whose envelope is in flight, or whose content may follow now. */
  private envelope: Transaction | undefined;
  /** Whether the server may still be in a transaction that ended without content. */
  private needsReset = false;
  private isResetting = false;
  /** When a step that concerns no mail must be over, by `performance.now()`. */
  private stepEndsAt = Infinity;
  private readonly alarm = new Alarm(() => this.tick());

  constructor(
    { wire, offers }: OpenWire,
    private readonly host: SessionHost,
  ) {
    this.wire = wire;
    this.offers = offers;
    wire.onReply = (reply) => this.hear(reply);
    wire.onEnd = (reason) => this.finish(reason);
  }

  get alive(): boolean {
    return this.wire.reason === undefined && !this.isLeaving;
  }

  /** Begins a mail on a connection with nothing in flight. */
  begin(mail: QueuedMail): void {
    const transaction = this.opened(mail) ?? this.nextOpened();
    if (transaction) this.wire.write(transaction.commands());
    else this.host.onIdle(this);
  }

  /** Gives up a mail whose call has ended. The mail before it, if its content is in flight, goes on. */
  abandon(mail: QueuedMail, reason: Error): void {
    if (this.envelope?.mail !== mail || !this.content) return this.wire.close(reason);
    this.settle(this.envelope, { failure: reason });
  }

  /** Gives up the mail that waits behind another one. */
  shed(reason: Error): void {
    if (this.content && this.envelope) this.abandon(this.envelope.mail, reason);
  }

  /** Sends QUIT and closes. */
  end(): void {
    if (!this.alive) return;
    this.isLeaving = true;
    this.wire.onReply = () => this.wire.close();
    this.wire.write('QUIT\r\n');
    this.limitStep(GOODBYE_MS);
  }

  private hear(reply: Reply): void {
    this.heardAt = performance.now();
    const { content, envelope } = this;
    if (content) this.hearAnswer(content, reply);
    else if (envelope && !envelope.isInvited) this.hearEnvelope(envelope, reply);
    else if (this.isResetting && reply.isPositive) this.goOn();
    // The server ends an idle session (421), or is out of step.
    else this.wire.close(new SmtpError('EPROTOCOL', 'Unexpected response', reply));
  }

  private hearEnvelope(transaction: Transaction, reply: Reply): void {
    const next = transaction.hear(reply);
    if (next === 'wait') return;
    if (next === 'send') return void this.wire.write(transaction.commands());
    if (next === 'broken') return this.wire.close();
    if (next === 'content') return this.invited(transaction);
    this.needsReset = true;
    // Nobody is to get the text that the server invited: it stays empty.
    if (next === 'empty') return void this.wire.write('.\r\n');
    this.envelope = undefined;
    this.settle(transaction);
    this.goOn();
  }

  /** The content may follow now, unless the mail is no longer wanted or its call has ended. */
  private invited(transaction: Transaction): void {
    transaction.isInvited = true;
    const { mail } = transaction;
    if (mail.isSettled) return this.decline();
    const answer = mail.isWanted?.() ?? true;
    if (answer === true) return this.handOver(transaction);
    void Promise.resolve(answer).then((isWanted) => {
      if (this.envelope !== transaction) return;
      if (isWanted && !mail.isSettled) return this.handOver(transaction);
      mail.settle({ kind: 'stopped' });
      this.decline();
    });
  }

  /** Takes an invited mail back: by RSET where BDAT would follow, and after DATA only by the end of the connection. */
  private decline(): void {
    if (!this.offers.chunking) return this.wire.close();
    this.envelope = undefined;
    this.needsReset = true;
    this.goOn();
  }

  /** Sends the content, and behind it the envelope of the next mail. */
  private handOver(transaction: Transaction): void {
    this.content = transaction;
    this.envelope = undefined;
    writeContent(this.wire, transaction.content, {
      isChunk: this.offers.chunking,
      isOpen: () => this.content === transaction,
      complete: (end) => {
        transaction.handedOver = true;
        const next = this.offers.pipelining ? this.nextOpened() : undefined;
        if (next) end.push(Buffer.from(next.commands()));
        this.wire.write(joinedFromSlab(end));
      },
    });
  }

  private hearAnswer(transaction: Transaction, reply: Reply): void {
    const isEarly = !transaction.handedOver;
    const isRefusal = reply.code >= 400;
    this.content = undefined;
    if (isRefusal && this.offers.chunking && UNKNOWN_COMMAND.has(reply.code)) return this.withoutChunks(transaction);
    // Only a refusal may come before the end. A server that says anything else may have taken the mail.
    if (!isRefusal) transaction.handedOver = true;
    this.settle(
      transaction,
      isRefusal ? { failure: { stage: 'answer', response: reply.text } } : { response: reply.text },
    );
    if (isEarly || reply.code === 421 || !(isRefusal || reply.isPositive)) return this.wire.close();
    if (!this.envelope) {
      this.needsReset = isRefusal;
      this.goOn();
    } else if (this.envelope.mail.isSettled) this.limitStep(RESET_MS);
  }

  /** The server may be taking the content for commands, so the connection ends at once. */
  private withoutChunks({ mail }: Transaction): void {
    this.host.onUnfit('chunking');
    this.wire.close();
    this.host.onUnheard(mail);
  }

  /** Begins the next mail, or cleans up for a later one. */
  private goOn(): void {
    this.isResetting = false;
    const next = this.nextOpened();
    if (next) return void this.wire.write(next.commands());
    if (!this.needsReset) return this.host.onIdle(this);
    this.needsReset = false;
    this.isResetting = true;
    this.wire.write('RSET\r\n');
    this.limitStep(RESET_MS);
  }

  private nextOpened(): Transaction | undefined {
    for (let mail = this.host.next(this); mail; mail = this.host.next(this)) {
      const transaction = this.opened(mail);
      if (transaction) return transaction;
    }
    return undefined;
  }

  /** Begins a transaction; undefined if the server cannot carry the mail. */
  private opened(mail: QueuedMail): Transaction | undefined {
    const transaction = new Transaction(mail, this.offers, { isReused: this.sent > 0, withReset: this.needsReset });
    const failure = transaction.obstacle;
    if (failure) return void this.settle(transaction, { failure });
    this.silence = performance.now() - this.heardAt;
    this.sent += 1;
    this.needsReset = false;
    this.envelope = transaction;
    mail.carrier = this;
    this.alarm.set(mail.endsAt);
    return transaction;
  }

  private settle(transaction: Transaction, end?: { response?: string; failure?: SmtpFailure }): void {
    transaction.mail.settle({ kind: 'done', ...transaction.result(end) });
  }

  /** Settles what was in flight when the connection ended. */
  private finish(reason: Error): void {
    this.alarm.clear();
    const { content, envelope } = this;
    this.content = undefined;
    this.envelope = undefined;
    this.host.onEnd(this);
    if (content) this.settle(content, { failure: reason });
    if (!envelope || envelope.mail.isSettled) return;
    // A pooled connection that the server dropped in the meantime says nothing about the mail.
    const isUnheard = envelope.isReused && !envelope.isHeard && envelope.mail.mayMove();
    if (!isUnheard) return this.settle(envelope, { failure: reason });
    if (this.wire.isDropped || envelope.failure?.response?.startsWith('421')) this.host.onDrop(this);
    this.host.onUnheard(envelope.mail);
  }

  private limitStep(ms: number): void {
    this.stepEndsAt = performance.now() + ms;
    this.alarm.set(this.stepEndsAt);
  }

  private tick(): void {
    const now = performance.now();
    const { content, envelope } = this;
    if (content && content.mail.endsAt <= now) return this.wire.close(this.host.timedOut());
    const isOpen = envelope && !envelope.mail.isSettled;
    if (isOpen && envelope.mail.endsAt <= now) {
      // Replies to some of the commands, and then silence: the server dropped those that came with them.
      if (envelope.isHeard && this.offers.pipelining) this.host.onUnfit('pipelining');
      this.abandon(envelope.mail, this.host.timedOut());
    }
    const isStep = this.isResetting || this.isLeaving || (!content && envelope?.mail.isSettled);
    if (isStep && this.stepEndsAt <= now) return this.wire.close();
    this.alarm.set(
      Math.min(
        content?.mail.endsAt ?? Infinity,
        isOpen ? envelope.mail.endsAt : Infinity,
        isStep ? this.stepEndsAt : Infinity,
      ),
    );
  }
}
