import { urlOf } from '@dundun/domain';
import { z } from 'zod';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { type Answered, HttpClient, JSON_BODY, outcomeOfSilence, outcomeOfStatus } from '../../adapter/http.js';
import { jsonObject } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { IsWanted, Outcome, Sms, SmsProvider, Verification } from '../../adapter/provider.js';
import { outcomeOfFault, outcomeOfStranger } from '../../adapter/provider-outcome.js';
import { readTermiiCall } from './termii-webhook.js';
import { termiiFault, termiiWords } from './termii-words.js';

const settings = z.object({
  apiKey: z.string().trim().min(1, 'The API key is missing'),
  /**
   * The account's base URL, shown next to its API key. Only Termii's own hosts are allowed, so that a workspace cannot
   * direct calls to internal ones.
   */
  baseUrl: z
    .string()
    .trim()
    .refine(isTermii, 'Enter the base URL of the account, such as https://….termii.com')
    .optional(),
  /** Verifies Termii's webhook calls; without it every call is refused. */
  secretKey: z.string().trim().min(1, 'The secret key is empty').optional(),
});

type TermiiSettings = z.output<typeof settings>;

/** Termii, https://developer.termii.com/messaging-api */
export const termii = describeProvider({
  name: 'termii',
  title: 'Termii',
  channel: 'sms',
  // Termii has no idempotency key, so a repeated POST would send a second SMS.
  onUnknown: 'hold',
  settings,
  secretFields: ['apiKey', 'secretKey'],
  addressFields: ['baseUrl'],
  webhook: readTermiiCall,
  create: (given, options): SmsProvider => new Termii(given, options),
});

class Termii implements SmsProvider {
  readonly name = 'termii';
  private readonly http: HttpClient;
  private readonly apiKey: string;

  constructor({ apiKey, baseUrl }: TermiiSettings, options: ProviderOptions) {
    this.http = new HttpClient(new URL(baseUrl ?? 'https://v3.api.termii.com').origin, options);
    this.apiKey = apiKey;
  }

  async send(
    { to, from, body, channel = 'generic' }: Sms,
    signal?: AbortSignal,
    isWanted?: IsWanted,
  ): Promise<Outcome> {
    const answer = await this.http.call({
      method: 'POST',
      path: '/api/sms/send',
      headers: JSON_BODY,
      body: JSON.stringify({
        api_key: this.apiKey,
        to: to.replace(/^\+/, ''),
        from,
        sms: body,
        type: 'plain',
        channel,
      }),
      signal,
      isWanted,
    });
    return answer.answered ? outcomeOf(answer) : outcomeOfSilence(answer);
  }

  async verify(): Promise<Verification> {
    const path = `/api/get-balance?api_key=${encodeURIComponent(this.apiKey)}`;
    const answer = await this.http.call({ method: 'GET', path });
    if (!answer.answered) return { ok: false, detail: answer.detail };
    const body = jsonObject(answer.text);
    const read = answer.status === 200 && body?.balance !== undefined;
    return read ? { ok: true } : { ok: false, detail: detailOf(answer, body) };
  }

  close(): Promise<void> {
    return this.http.close();
  }
}

function isTermii(text: string): boolean {
  const url = urlOf(text);
  if (!url) return false;
  const { protocol, hostname, port, pathname } = url;
  return protocol === 'https:' && port === '' && /(^|\.)termii\.com$/.test(hostname) && /^\/(api\/?)?$/.test(pathname);
}

function outcomeOf(answer: Answered): Outcome {
  const body = jsonObject(answer.text);
  const detail = detailOf(answer, body);
  const decided = outcomeOfStatus(answer, detail);
  if (decided) return decided;
  const words = termiiWords(body);
  const fault = termiiFault(words);
  const code = String(body?.code ?? answer.status);
  if (answer.status >= 300)
    return fault ? outcomeOfFault(fault, detail, code, answer) : outcomeOfStranger(answer, detail);
  const id = messageId(answer, body);
  const error = saysError(body);
  if (id && !error) return { kind: 'accepted', providerId: id, detail: oneLine(words || 'accepted') };
  if (fault && !/success|sent/i.test(words)) return outcomeOfFault(fault, detail, code);
  if (error && !id) return outcomeOfFault('passing', detail, code);
  return { kind: 'unknown', detail: oneLine(`${answer.status} without a clear answer: ${answer.text}`) };
}

function saysError(body: Record<string, unknown> | null): boolean {
  return /^(error|fail|[345]\d\d$)/i.test(String(body?.code)) || /^(error|fail)/i.test(String(body?.status));
}

/**
 * Returns the message id, which is a string or a number. A number may exceed the precision of a double, so its digits
 * are read from the text.
 */
function messageId({ text }: Answered, body: Record<string, unknown> | null): string | null {
  const id = body?.message_id;
  if (typeof id === 'string') return id || null;
  return typeof id === 'number' ? (/"message_id"\s*:\s*(\d+)/.exec(text)?.[1] ?? null) : null;
}

function detailOf({ status, text }: Answered, body: Record<string, unknown> | null): string {
  return oneLine(`${String(body?.code ?? status)} ${termiiWords(body) || text}`);
}
