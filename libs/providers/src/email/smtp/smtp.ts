import { startDeadline } from '../../adapter/deadline.js';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { networkDetail } from '../../adapter/network-error.js';
import type {
  EmailProvider,
  IsWanted,
  LateMail,
  Mail,
  Outcome,
  PiecewiseText,
  Verification,
} from '../../adapter/provider.js';
import { composeMail } from '../compose-mail.js';
import { ByteBudget } from './byte-budget.js';
import { isAscii, writtenMail, type WrittenMail } from './international-mail.js';
import { type Envelope, QueuedMail } from './queued-mail.js';
import { outcomeOf, outcomeOfBadMail } from './smtp-outcome.js';
import { SmtpPool } from './smtp-pool.js';
import { protectionOf, type SmtpSettings, smtpSettings } from './smtp-settings.js';
import { wireAddress } from '../wire-address.js';

const TIMEOUT_MS = 30_000;
/** Callers have their own limits of calls, but 50 calls with large attachments are a gigabyte. */
const MAX_BYTES = 32 * 1024 * 1024;

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
  private readonly budget: ByteBudget;

  constructor(settings: SmtpSettings, options: ProviderOptions) {
    this.timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.budget = new ByteBudget(options.maxBytes ?? MAX_BYTES);
    this.pool = new SmtpPool(settings, options, this.timeoutMs);
  }

  async send(mail: Mail, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome> {
    const { recipients, isUrgent } = mail;
    const endsAt = performance.now() + this.timeoutMs;
    const from = wireAddress(mail.envelopeFrom ?? mail.from.email);
    if (from === null) return outcomeOfBadMail(recipients, 'Not a sender address that SMTP can carry');
    const to = [...new Set(recipients.map(wireAddress).filter((address) => address !== null))];
    if (to.length === 0) return outcomeOfBadMail(recipients, 'There is no recipient');
    const bytes = bytesOf(mail);
    await this.budget.acquire(bytes, isUrgent);
    try {
      return await this.transfer(mail, { from, to }, endsAt, { signal, isWanted, isUrgent });
    } finally {
      this.budget.release(bytes);
    }
  }

  /** A mail that is written late takes no part of the budget: at most two are held per connection. */
  carry(late: LateMail): void {
    const { recipient, envelopeFrom, isWrittenAhead, signal } = late;
    const [from, to] = [wireAddress(envelopeFrom), wireAddress(recipient)];
    const isWanted = () => late.isWanted();
    if (isWrittenAhead || from === null || to === null || !isAscii(to)) return void this.sendAhead(late);
    const endsAt = performance.now() + this.timeoutMs;
    const mail = new QueuedMail({ from, to: [to] }, () => composeMail(late.mail()), endsAt, { signal, isWanted });
    this.pool.carry(mail, (result) => late.onOutcome(outcomeOf([recipient], result)));
  }

  private async sendAhead(late: LateMail): Promise<void> {
    const write = async () => this.send(late.mail(), late.signal, () => late.isWanted());
    // A retry would throw again.
    const outcome = await write().catch((error: unknown) =>
      outcomeOfBadMail([late.recipient], `The mail cannot be written: ${String(error)}`),
    );
    late.onOutcome(outcome);
  }

  private async transfer(
    mail: Mail,
    envelope: Envelope,
    endsAt: number,
    options: { signal?: AbortSignal; isWanted?: IsWanted; isUrgent?: boolean },
  ): Promise<Outcome> {
    const { recipients } = mail;
    let message: WrittenMail;
    try {
      message = await writtenMail(mail);
    } catch (error) {
      // A retry would throw again.
      return outcomeOfBadMail(recipients, `The mail cannot be written: ${String(error)}`);
    }
    return outcomeOf(recipients, await this.pool.send(new QueuedMail(envelope, message, endsAt, options)));
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

  drain(): Promise<void> {
    return this.pool.drain();
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

/** About the size of the written mail: attachments grow by a third. */
function bytesOf({ html, text, pieces, attachments = [] }: Mail): number {
  const texts = lengthOf(html, pieces?.html) + lengthOf(text, pieces?.text);
  return attachments.reduce((sum, { content }) => sum + (4 * content.length) / 3, texts);
}

const lengthOf = (whole: string | undefined, pieces: PiecewiseText | undefined) =>
  whole?.length ?? [...(pieces?.fixed ?? []), ...(pieces?.values ?? [])].reduce((sum, piece) => sum + piece.length, 0);
