import type { QueuedMail } from './queued-mail.js';

/** Mails that wait for a connection: urgent ones before all others, and both in order of arrival. */
export class MailQueue {
  private readonly urgent: QueuedMail[] = [];
  private readonly others: QueuedMail[] = [];

  get first(): QueuedMail | undefined {
    return this.urgent[0] ?? this.others[0];
  }

  /** When the first call ends, by `performance.now()`; Infinity if none waits. */
  get endsAt(): number {
    return Math.min(this.urgent[0]?.endsAt ?? Infinity, this.others[0]?.endsAt ?? Infinity);
  }

  push(mail: QueuedMail): void {
    this.kindOf(mail).push(mail);
  }

  /** Puts a mail back that had left: it is the next one of its kind. */
  putBack(mail: QueuedMail): void {
    this.kindOf(mail).unshift(mail);
  }

  shift(): QueuedMail | undefined {
    return this.urgent.shift() ?? this.others.shift();
  }

  /** Takes a mail out. @returns whether it was there */
  withdraw(mail: QueuedMail): boolean {
    const kind = this.kindOf(mail);
    const at = kind.indexOf(mail);
    if (at >= 0) kind.splice(at, 1);
    return at >= 0;
  }

  /** Returns the first mails that can bear to wait. */
  patient(count: number): QueuedMail[] {
    return this.others.slice(0, count);
  }

  /** Takes out the mails whose call has ended. */
  takeEnded(now: number): QueuedMail[] {
    return [this.urgent, this.others].flatMap((kind) => {
      const left = kind.findIndex(({ endsAt }) => endsAt > now);
      return kind.splice(0, left < 0 ? kind.length : left);
    });
  }

  takeAll(): QueuedMail[] {
    return [...this.urgent.splice(0), ...this.others.splice(0)];
  }

  private kindOf({ isUrgent }: QueuedMail): QueuedMail[] {
    return isUrgent ? this.urgent : this.others;
  }
}
