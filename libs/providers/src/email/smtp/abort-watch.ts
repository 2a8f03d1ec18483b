import type { QueuedMail } from './queued-mail.js';

/** Reports the mails whose call is aborted, with one listener per signal: many calls share a signal. */
export class AbortWatch {
  private readonly watched = new Map<AbortSignal, { mails: Set<QueuedMail>; listener: () => void }>();

  constructor(private readonly onAbort: (mail: QueuedMail) => void) {}

  watch(mail: QueuedMail): void {
    const { signal } = mail;
    if (!signal) return;
    let entry = this.watched.get(signal);
    if (!entry) {
      const mails = new Set<QueuedMail>();
      entry = { mails, listener: () => mails.forEach((each) => this.onAbort(each)) };
      signal.addEventListener('abort', entry.listener, { once: true });
      this.watched.set(signal, entry);
    }
    entry.mails.add(mail);
  }

  /** Must be called when the mail is settled; otherwise the listener leaks. */
  forget(mail: QueuedMail): void {
    const entry = mail.signal && this.watched.get(mail.signal);
    if (!mail.signal || !entry?.mails.delete(mail) || entry.mails.size > 0) return;
    mail.signal.removeEventListener('abort', entry.listener);
    this.watched.delete(mail.signal);
  }
}
