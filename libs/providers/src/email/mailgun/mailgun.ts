import { z } from 'zod';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { HttpClient, outcomeOfSilence } from '../../adapter/http.js';
import { asObject, jsonObject } from '../../adapter/json.js';
import type { EmailProvider, IsWanted, Mail, Outcome, Verification } from '../../adapter/provider.js';
import { outcomeOfUnsendable } from '../email-outcome.js';
import { mailgunForm } from './mailgun-form.js';
import { mailgunDetail, outcomeOfMailgun } from './mailgun-outcome.js';
import { readMailgunEvent } from './mailgun-webhook.js';
import { multipart } from '../multipart.js';

const settings = z.object({
  // Sent in a header.
  apiKey: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'The API key is missing or contains an invalid character'),
  // Becomes part of the path, where Mailgun answers a slash with a success.
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/, 'Enter a domain such as mail.example.com'),
  region: z.enum(['us', 'eu']).default('us'),
  /** Shown next to the account's webhooks; not the API key. */
  webhookSigningKey: z.string().trim().min(1, 'The signing key is empty').optional(),
});

type MailgunSettings = z.output<typeof settings>;

const ORIGINS = { us: 'https://api.mailgun.net', eu: 'https://api.eu.mailgun.net' };
/** Each domain comes with its settings, and at most 64 KiB of an answer is read. */
const DOMAINS_A_PAGE = 50;
const SENDS_ONLY = 'The key may only send, so the state of the domain could not be checked.';
/** 5,000 domains in total. */
const MAX_PAGES = 100;

/** Mailgun, https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages */
export const mailgun = describeProvider({
  name: 'mailgun',
  title: 'Mailgun',
  channel: 'email',
  // The Message-ID stays the same; mailboxes that receive both copies usually show one.
  onUnknown: 'retry',
  settings,
  secretFields: ['apiKey', 'webhookSigningKey'],
  maxRecipients: 1000,
  hasTemplates: true,
  webhook: readMailgunEvent,
  create: (given, options): EmailProvider => new Mailgun(given, options),
});

class Mailgun implements EmailProvider {
  readonly name = 'mailgun';
  private readonly http: HttpClient;
  private readonly domain: string;
  private readonly authorization: string;

  constructor({ apiKey, domain, region }: MailgunSettings, options: ProviderOptions) {
    this.http = new HttpClient(ORIGINS[region], options);
    this.domain = domain;
    this.authorization = `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`;
  }

  async send(mail: Mail, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome> {
    const unsendable = outcomeOfUnsendable(mail);
    if (unsendable) return unsendable;
    const { headers, body } = multipart(mailgunForm(mail));
    const answer = await this.http.call({
      method: 'POST',
      path: `/v3/${this.domain}/${mail.template ? 'messages' : 'messages.mime'}`,
      headers: { ...headers, authorization: this.authorization },
      body,
      signal,
      isWanted,
    });
    return answer.answered ? outcomeOfMailgun(answer, mail.recipients) : outcomeOfSilence(answer);
  }

  verify(): Promise<Verification> {
    return this.http.series((signal) => this.tried(signal));
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async tried(signal: AbortSignal): Promise<Verification> {
    const found = new Map<string, unknown>();
    for (let page = 0; page < MAX_PAGES; page++) {
      const path = `/v4/domains?limit=${DOMAINS_A_PAGE}&skip=${page * DOMAINS_A_PAGE}`;
      const headers = { authorization: this.authorization };
      const answer = await this.http.call({ method: 'GET', path, headers, signal });
      if (!answer.answered) return { ok: false, detail: answer.detail };
      if (page === 0 && (answer.status === 401 || answer.status === 403)) return this.sendingKey(signal);
      const items = answer.status === 200 ? jsonObject(answer.text)?.items : undefined;
      if (!Array.isArray(items)) return { ok: false, detail: mailgunDetail(answer) };
      for (const item of items) {
        const { name, state } = asObject(item) ?? {};
        if (typeof name === 'string') found.set(name.toLowerCase(), state);
      }
      if (items.length < DOMAINS_A_PAGE) break;
    }
    const state = found.get(this.domain);
    if (state === undefined) return { ok: false, detail: `The account has no domain ${this.domain} in this region` };
    if (state !== 'active') return { ok: false, detail: `The domain ${this.domain} is ${String(state)}` };
    return { ok: true, domains: [...found].filter(([, each]) => each === 'active').map(([name]) => name) };
  }

  /**
   * Tests a domain sending key, which may do nothing but send
   * (https://documentation.mailgun.com/docs/mailgun/api-reference/authentication): a call without fields sends nothing, and
   * Mailgun checks the key and the domain before it misses them. That order is observed, not documented.
   */
  private async sendingKey(signal: AbortSignal): Promise<Verification> {
    const { headers, body } = multipart([{ name: 'o:testmode', value: 'yes' }]);
    const answer = await this.http.call({
      method: 'POST',
      path: `/v3/${this.domain}/messages`,
      headers: { ...headers, authorization: this.authorization },
      body,
      signal,
    });
    if (!answer.answered) return { ok: false, detail: answer.detail };
    const isMailRefused = outcomeOfMailgun(answer, []).kind === 'refused';
    return isMailRefused ? { ok: true, unchecked: SENDS_ONLY } : { ok: false, detail: mailgunDetail(answer) };
  }
}
