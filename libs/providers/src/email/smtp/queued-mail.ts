import type { IsWanted } from '../../adapter/provider.js';
import { isAscii, type WrittenMail } from './international-mail.js';
import type { SmtpFailure } from './smtp-error.js';

/** The SMTP envelope: sender and recipients as sent to the server. */
export interface Envelope {
  from: string;
  to: string[];
}

/** The result of one SMTP transaction: the reply for each recipient, how it ended, and how far it got. */
export interface SmtpTransaction {
  /** Recipients that the server refused or deferred at RCPT. */
  rejected: { address: string; failure: SmtpFailure }[];
  /** The reply to the content. */
  response?: string;
  failure?: SmtpFailure;
  /** Whether the end of the content was handed to the socket. */
  handedOver: boolean;
}

/** How a mail left the pool: no connection for it, no longer wanted, or a transaction. */
export type SmtpResult =
  { kind: 'unconnected'; failure: SmtpFailure } | { kind: 'stopped' } | ({ kind: 'done' } & SmtpTransaction);

/** The connection that carries a mail. */
export interface Carrier {
  abandon(mail: QueuedMail, reason: Error): void;
}

/** A mail from its entry into the pool to its result. */
export class QueuedMail {
  readonly needsUtf8: boolean;
  readonly signal: AbortSignal | undefined;
  /** Asked right before the content is handed over. */
  readonly isWanted: IsWanted | undefined;
  /** Whether it goes before mails of many, and takes a connection at once. */
  readonly isUrgent: boolean;
  /** When a pooled connection turned out to be gone, by `performance.now()`: only a newer one is taken then. */
  lostAt = -Infinity;
  /** When the mail entered the queue, by `performance.now()`. */
  readonly queuedAt = performance.now();
  /** When it entered the queue, or was last asked about there. */
  checkedAt = this.queuedAt;
  carrier: Carrier | undefined;
  isSettled = false;
  /** Called once, with the result. */
  onSettled: (result: SmtpResult) => void = () => undefined;

  constructor(
    readonly envelope: Envelope,
    /** The mail, or how to write it once a connection asks for it. */
    private readonly message: WrittenMail | (() => Buffer),
    /** The end of the call, by `performance.now()`. */
    readonly endsAt: number,
    { signal, isWanted, isUrgent = false }: { signal?: AbortSignal; isWanted?: IsWanted; isUrgent?: boolean } = {},
  ) {
    this.signal = signal;
    this.isWanted = isWanted;
    this.isUrgent = isUrgent;
    this.needsUtf8 = !envelope.to.every(isAscii);
  }

  /** Returns the written mail. @throws Error when it cannot be written */
  written(): WrittenMail {
    if (typeof this.message !== 'function') return this.message;
    const bytes = this.message();
    return { ascii: bytes, international: bytes };
  }

  /** Whether the mail may go over another connection after the loss of one that was not heard. */
  mayMove(): boolean {
    return this.lostAt < 0 && !this.signal?.aborted && this.endsAt > performance.now();
  }

  /** Reports the result; only the first counts. */
  settle(result: SmtpResult): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.onSettled(result);
  }
}
