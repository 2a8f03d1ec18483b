import { z } from 'zod';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { HttpClient, JSON_BODY, outcomeOfSilence } from '../../adapter/http.js';
import { asObject, jsonObject, jsonOf } from '../../adapter/json.js';
import type { EmailProvider, IsWanted, Mail, Outcome, Verification } from '../../adapter/provider.js';
import { outcomeOfUnsendable } from '../email-outcome.js';
import { openRecipients } from '../open-recipients.js';
import { sendGridBody } from './sendgrid-body.js';
import { outcomeOfSendGrid, sendGridDetail } from './sendgrid-outcome.js';
import { readSendGridEvents, verificationKey } from './sendgrid-webhook.js';

const settings = z.object({
  // Sent in a header.
  apiKey: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'The API key is missing or contains an invalid character'),
  /** Where the account lives; `eu` for subusers in the European region. */
  region: z.enum(['global', 'eu']).default('global'),
  /** Shown next to the signed event webhook. */
  webhookPublicKey: z
    .string()
    .trim()
    .refine((text) => verificationKey(text) !== null, 'Enter the verification key, such as MFkwEwYHKoZIzj0CAQYI…')
    .optional(),
});

type SendGridSettings = z.output<typeof settings>;

const ORIGINS = { global: 'https://api.sendgrid.com', eu: 'https://api.eu.sendgrid.com' };
/** Each domain comes with all its DNS records, and at most 64 KiB of an answer is read. */
const DOMAINS_A_PAGE = 25;
/** An account has at most 3,000 domains. */
const MAX_PAGES = 120;

/** Twilio SendGrid, https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send */
export const sendGrid = describeProvider({
  name: 'sendgrid',
  title: 'SendGrid',
  channel: 'email',
  // The Message-ID stays the same; mailboxes that receive both copies usually show one.
  onUnknown: 'retry',
  settings,
  secretFields: ['apiKey'],
  maxRecipients: 1000,
  hasTemplates: true,
  webhook: readSendGridEvents,
  create: (given, options): EmailProvider => new SendGrid(given, options),
});

class SendGrid implements EmailProvider {
  readonly name = 'sendgrid';
  private readonly http: HttpClient;
  private readonly authorization: string;

  constructor({ apiKey, region }: SendGridSettings, options: ProviderOptions) {
    this.http = new HttpClient(ORIGINS[region], options);
    this.authorization = `Bearer ${apiKey}`;
  }

  async send(mail: Mail, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome> {
    const unsendable = outcomeOfUnsendable(mail);
    if (unsendable) return unsendable;
    const open = openRecipients(mail);
    const answer = await this.http.call({
      method: 'POST',
      path: '/v3/mail/send',
      headers: { ...JSON_BODY, authorization: this.authorization },
      body: JSON.stringify(sendGridBody(mail, open)),
      signal,
      isWanted,
    });
    return answer.answered ? outcomeOfSendGrid(answer, mail.recipients, open) : outcomeOfSilence(answer);
  }

  verify(): Promise<Verification> {
    return this.http.series((signal) => this.tried(signal));
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async tried(signal: AbortSignal): Promise<Verification> {
    const answer = await this.get('/v3/scopes', signal);
    if (!answer.answered) return { ok: false, detail: answer.detail };
    const scopes = answer.status === 200 ? jsonObject(answer.text)?.scopes : undefined;
    if (!Array.isArray(scopes)) return { ok: false, detail: sendGridDetail(answer) };
    if (!scopes.includes('mail.send')) return { ok: false, detail: 'The API key may not send mail (scope mail.send)' };
    const domains = await this.domains(signal);
    return domains ? { ok: true, domains } : { ok: true };
  }

  /** Returns the authenticated domains; undefined if the key may not read them or they take too long. */
  private async domains(signal: AbortSignal): Promise<string[] | undefined> {
    const found = new Set<string>();
    for (let page = 0; page < MAX_PAGES; page++) {
      const path = `/v3/whitelabel/domains?limit=${DOMAINS_A_PAGE}&offset=${page * DOMAINS_A_PAGE}`;
      const answer = await this.get(path, signal);
      const domains = answer.answered && answer.status === 200 ? listIn(answer.text) : null;
      if (!domains) return undefined;
      for (const { valid, domain } of domains) {
        if (valid === true && typeof domain === 'string') found.add(domain.toLowerCase());
      }
      if (domains.length < DOMAINS_A_PAGE) break;
    }
    return [...found];
  }

  private get(path: string, signal: AbortSignal) {
    return this.http.call({ method: 'GET', path, headers: { authorization: this.authorization }, signal });
  }
}

function listIn(text: string): Record<string, unknown>[] | null {
  const list = jsonOf(text);
  return Array.isArray(list) ? list.map((each) => asObject(each) ?? {}) : null;
}
