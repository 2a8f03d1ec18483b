import { z } from 'zod';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { HttpClient, JSON_BODY, outcomeOfSilence } from '../../adapter/http.js';
import { asObject, jsonObject } from '../../adapter/json.js';
import type { EmailProvider, IsWanted, Mail, Outcome, Verification } from '../../adapter/provider.js';
import { sendToFirst } from '../blind-copies.js';
import { outcomeOfUnsendable } from '../email-outcome.js';
import { openRecipients } from '../open-recipients.js';
import { idempotencyKey, resendBody } from './resend-body.js';
import { outcomeOfResend, resendDetail } from './resend-outcome.js';
import { readResendEvent, signingKey } from './resend-webhook.js';

const settings = z.object({
  // Sent in a header.
  apiKey: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'The API key is missing or contains an invalid character'),
  /** Shown next to the webhook. */
  webhookSecret: z
    .string()
    .trim()
    .refine((text) => signingKey(text) !== null, 'A signing secret begins with whsec_')
    .optional(),
});

type ResendSettings = z.output<typeof settings>;

/** The maximum page size. */
const DOMAINS_A_PAGE = 100;
const MAX_PAGES = 50;
const SENDS_ONLY = 'The key may only send, so the domains of the account could not be checked.';

/** Resend, https://resend.com/docs/api-reference/emails/send-email */
export const resend = describeProvider({
  name: 'resend',
  title: 'Resend',
  channel: 'email',
  // Idempotency-Key prevents a second mail when a call is repeated within 24 hours.
  onUnknown: 'repeat',
  settings,
  secretFields: ['apiKey', 'webhookSecret'],
  maxRecipients: 50,
  hasTemplates: true,
  webhook: readResendEvent,
  create: (given, options): EmailProvider => new Resend(given, options),
});

class Resend implements EmailProvider {
  readonly name = 'resend';
  private readonly http: HttpClient;
  private readonly authorization: string;

  constructor({ apiKey }: ResendSettings, options: ProviderOptions) {
    this.http = new HttpClient('https://api.resend.com', options);
    this.authorization = `Bearer ${apiKey}`;
  }

  async send(mail: Mail, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome> {
    const unsendable = outcomeOfUnsendable(mail);
    if (unsendable) return unsendable;
    const open = openRecipients(mail);
    if (open.to.length === 0) return sendToFirst(mail, (each) => this.send(each, signal, isWanted));
    const answer = await this.http.call({
      method: 'POST',
      path: '/emails',
      headers: { ...JSON_BODY, authorization: this.authorization, 'idempotency-key': idempotencyKey(mail) },
      body: JSON.stringify(resendBody(mail, open)),
      signal,
      isWanted,
    });
    return answer.answered ? outcomeOfResend(answer) : outcomeOfSilence(answer);
  }

  verify(): Promise<Verification> {
    return this.http.series((signal) => this.tried(signal));
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async tried(signal: AbortSignal): Promise<Verification> {
    const domains: string[] = [];
    for (let page = 0, after = ''; page < MAX_PAGES; page++) {
      const answer = await this.get(`/domains?limit=${DOMAINS_A_PAGE}${after}`, signal);
      if (!answer.answered) return { ok: false, detail: answer.detail };
      const body = jsonObject(answer.text);
      // A key limited to sending is the safest one to hand out.
      if (answer.status === 401 && body?.name === 'restricted_api_key') return { ok: true, unchecked: SENDS_ONLY };
      if (answer.status !== 200 || !Array.isArray(body?.data)) return { ok: false, detail: resendDetail(answer) };
      const listed = body.data.map((each) => asObject(each) ?? {});
      domains.push(...listed.filter(isReady).map(({ name }) => String(name).toLowerCase()));
      if (body.has_more !== true || listed.length === 0) break;
      after = `&after=${encodeURIComponent(String(listed.at(-1)?.id))}`;
    }
    return { ok: true, domains };
  }

  private get(path: string, signal: AbortSignal) {
    return this.http.call({ method: 'GET', path, headers: { authorization: this.authorization }, signal });
  }
}

/** Some domains are for receiving only. */
function isReady({ status, capabilities }: Record<string, unknown>): boolean {
  return status === 'verified' && asObject(capabilities)?.sending !== 'disabled';
}
