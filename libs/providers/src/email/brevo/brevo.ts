import { z } from 'zod';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { HttpClient, JSON_BODY, outcomeOfSilence } from '../../adapter/http.js';
import { asObject, jsonObject } from '../../adapter/json.js';
import type { EmailProvider, IsWanted, Mail, Outcome, Verification } from '../../adapter/provider.js';
import { sendToFirst } from '../blind-copies.js';
import { outcomeOfUnsendable } from '../email-outcome.js';
import { openRecipients } from '../open-recipients.js';
import { brevoBody } from './brevo-body.js';
import { brevoDetail, outcomeOfBrevo } from './brevo-outcome.js';
import { readBrevoEvents } from './brevo-webhook.js';

const inHeader = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, `The ${what} is missing or contains an invalid character`);

const settings = z.object({
  apiKey: inHeader('API key').meta({ description: 'A v3 API key, not an SMTP key.' }),
  webhookToken: inHeader('webhook token').optional().meta({
    description: 'The token of the webhook at Brevo (authentication method “token”); without it reports are refused.',
  }),
});

type BrevoSettings = z.output<typeof settings>;

/**
 * Brevo, https://developers.brevo.com/reference/sendtransacemail; bodies and answers as in the package @getbrevo/brevo.
 * Not verified: whether a repeated `Idempotency-Key` header prevents a second mail, so an unanswered call counts as
 * unknown and is retried like a mail over SMTP.
 */
export const brevo = describeProvider({
  name: 'brevo',
  title: 'Brevo',
  channel: 'email',
  // Brevo sets its own Message-ID, so a second copy may show; losing the mail would be worse.
  onUnknown: 'retry',
  settings,
  secretFields: ['apiKey', 'webhookToken'],
  maxRecipients: 99,
  hasTemplates: true,
  webhook: readBrevoEvents,
  create: (given, options): EmailProvider => new Brevo(given, options),
});

class Brevo implements EmailProvider {
  readonly name = 'brevo';
  private readonly http: HttpClient;
  private readonly headers: Record<string, string>;

  constructor({ apiKey }: BrevoSettings, options: ProviderOptions) {
    this.http = new HttpClient('https://api.brevo.com', options);
    this.headers = { 'api-key': apiKey, accept: 'application/json' };
  }

  async send(mail: Mail, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome> {
    const unsendable = outcomeOfUnsendable(mail);
    if (unsendable) return unsendable;
    const open = openRecipients(mail);
    if (open.to.length === 0) return sendToFirst(mail, (each) => this.send(each, signal, isWanted));
    const answer = await this.http.call({
      method: 'POST',
      path: '/v3/smtp/email',
      headers: { ...JSON_BODY, ...this.headers },
      body: JSON.stringify(brevoBody(mail, open)),
      signal,
      isWanted,
    });
    return answer.answered ? outcomeOfBrevo(answer, mail.recipients) : outcomeOfSilence(answer);
  }

  /** Lists the domains; a key of Brevo has no narrower permissions. */
  async verify(): Promise<Verification> {
    const answer = await this.http.call({ method: 'GET', path: '/v3/senders/domains', headers: this.headers });
    if (!answer.answered) return { ok: false, detail: answer.detail };
    const listed = answer.status === 200 ? jsonObject(answer.text)?.domains : undefined;
    if (!Array.isArray(listed)) return { ok: false, detail: brevoDetail(answer) };
    const domains = listed.map((each) => asObject(each) ?? {}).filter(({ authenticated }) => authenticated === true);
    return { ok: true, domains: domains.map(({ domain_name: name }) => String(name).toLowerCase()) };
  }

  close(): Promise<void> {
    return this.http.close();
  }
}
