import { type Deadline, startDeadline } from '../../adapter/deadline.js';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { networkDetail } from '../../adapter/network-error.js';
import type { EmailProvider, IsWanted, Mail, Outcome, Verification } from '../../adapter/provider.js';
import { isAscii, NO_UTF8, writtenMail, type WrittenMail } from './international-mail.js';
import { outcomeOfBadMail, outcomeOfTransaction, outcomeOfFailure, outcomeOfStop } from './smtp-outcome.js';
import { SmtpPool } from './smtp-pool.js';
import { protectionOf, type SmtpSettings, smtpSettings } from './smtp-settings.js';
import { wireAddress } from '../wire-address.js';

const TIMEOUT_MS = 30_000;

/** Any SMTP server: the one of the service (`SMTP_URL`) or one that a workspace connected. */
export const smtp = describeProvider({
  name: 'smtp',
  title: 'SMTP server',
  channel: 'email',
  // The Message-ID stays the same; mailboxes that receive both copies usually show one.
  onUnknown: 'retry',
  settings: smtpSettings,
  secretFields: ['pass', 'url', 'clientSecret', 'refreshToken'],
  addressFields: ['host', 'port', 'tokenUrl'],
  protection: protectionOf,
  nameOf: ({ host }) => host,
  maxRecipients: 100,
  hasTemplates: false,
  sendsRawMail: true,
  domainsMayBeIncomplete: true,
  create: (settings, options): EmailProvider => new Smtp(settings, options),
});

class Smtp implements EmailProvider {
  readonly name = 'smtp';
  private readonly timeoutMs: number;
  private readonly pool: SmtpPool;

  constructor(settings: SmtpSettings, options: ProviderOptions) {
    this.timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.pool = new SmtpPool(settings, options, this.timeoutMs);
  }

  async send(mail: Mail, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome> {
    const from = wireAddress(mail.envelopeFrom ?? mail.from.email);
    if (from === null) return outcomeOfBadMail(mail.recipients, 'Not a sender address that SMTP can carry');
    const deadline = startDeadline(this.timeoutMs, signal);
    try {
      return await this.deliver(from, mail.recipients, await writtenMail(mail), deadline, isWanted);
    } catch (error) {
      // Only composing the mail throws, and a retry would throw again.
      return outcomeOfBadMail(mail.recipients, `The mail cannot be written: ${String(error)}`);
    } finally {
      deadline.clear();
    }
  }

  private async deliver(
    from: string,
    recipients: string[],
    message: WrittenMail,
    deadline: Deadline,
    isWanted?: IsWanted,
  ): Promise<Outcome> {
    const to = [...new Set(recipients.map(wireAddress).filter((address) => address !== null))];
    if (to.length === 0) return outcomeOfBadMail(recipients, 'There is no recipient');
    for (let fresh = false; ; fresh = true) {
      let session;
      try {
        session = await this.pool.take(deadline, { fresh });
      } catch (error) {
        return outcomeOfFailure(recipients, error);
      }
      // The wait for a connection may have been long.
      if (isWanted && !(await isWanted())) {
        this.pool.give(session, { clean: true });
        return outcomeOfStop(recipients);
      }
      const reached = session.offersUtf8 ? to : to.filter(isAscii);
      const beyond = to.filter((address) => !reached.includes(address)).map((address) => ({ address, error: NO_UTF8 }));
      if (reached.length === 0) {
        this.pool.give(session, { clean: true });
        return outcomeOfTransaction(recipients, { rejected: beyond, handedOver: false, unheard: false });
      }
      const kept = session.sent > 0;
      const form = reached.every(isAscii) ? message.ascii : message.international;
      const transaction = await session.send({ from, to: reached }, form, deadline, isWanted);
      transaction.rejected.push(...beyond);
      this.pool.give(session, { clean: !transaction.error });
      // A pooled connection that the server had dropped in the meantime says nothing about the message.
      if (!fresh && kept && transaction.unheard && !deadline.signal.aborted) continue;
      return outcomeOfTransaction(recipients, transaction);
    }
  }

  async verify(): Promise<Verification> {
    const deadline = startDeadline(this.timeoutMs);
    try {
      await this.pool.check(deadline);
      return { ok: true };
    } catch (error) {
      return { ok: false, detail: networkDetail(error) };
    } finally {
      deadline.clear();
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
