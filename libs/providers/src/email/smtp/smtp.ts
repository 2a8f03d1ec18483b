import { startDeadline } from '../../adapter/deadline.js';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { networkDetail } from '../../adapter/network-error.js';
import type { EmailProvider, IsWanted, Mail, Outcome, Verification } from '../../adapter/provider.js';
import { writtenMail, type WrittenMail } from './international-mail.js';
import { QueuedMail } from './queued-mail.js';
import { outcomeOf, outcomeOfBadMail } from './smtp-outcome.js';
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
    const { recipients } = mail;
    const endsAt = performance.now() + this.timeoutMs;
    const from = wireAddress(mail.envelopeFrom ?? mail.from.email);
    if (from === null) return outcomeOfBadMail(recipients, 'Not a sender address that SMTP can carry');
    const to = [...new Set(recipients.map(wireAddress).filter((address) => address !== null))];
    if (to.length === 0) return outcomeOfBadMail(recipients, 'There is no recipient');
    let message: WrittenMail;
    try {
      message = await writtenMail(mail);
    } catch (error) {
      // A retry would throw again.
      return outcomeOfBadMail(recipients, `The mail cannot be written: ${String(error)}`);
    }
    return outcomeOf(
      recipients,
      await this.pool.send(new QueuedMail({ from, to }, message, endsAt, { signal, isWanted })),
    );
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
