import { z } from 'zod';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { type Answered, HttpClient, JSON_BODY, outcomeOfSilence, outcomeOfStatus } from '../../adapter/http.js';
import { jsonObject } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { IsWanted, Outcome, Sms, SmsProvider, Verification } from '../../adapter/provider.js';
import { outcomeOfFault, outcomeOfStranger, type Fault } from '../../adapter/provider-outcome.js';
import { smsCost } from '../sms-cost.js';

const settings = z.object({
  token: z.string().trim().min(1, 'The API token is missing'),
  /** Which of the two gateways carries the promotional route. */
  gateway: z.enum(['1', '2'], 'The gateway must be 1 or 2').default('2'),
});

type KudiSmsSettings = z.output<typeof settings>;
type Body = Record<string, unknown> | null;

/** KudiSMS. Its developer portal is not public; this follows what several public clients agree on. */
export const kudiSms = describeProvider({
  name: 'kudisms',
  title: 'KudiSMS',
  channel: 'sms',
  // No idempotency key is known, so a repeated POST would send a second SMS.
  onUnknown: 'hold',
  settings,
  secretFields: ['token'],
  create: (given, options): SmsProvider => new KudiSms(given, options),
});

const FAULTS: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ['009', 'message'], // more than six pages
  ['100', 'provider'], // wrong token
  ['101', 'provider'], // deactivated account
  ['103', 'provider'], // no such gateway
  ['104', 'message'], // blocked word
  ['105', 'provider'], // blocked sender ID
  ['106', 'provider'], // unknown sender ID
  ['107', 'message'], // invalid phone number
  ['108', 'message'], // too many recipients
  ['109', 'provider'], // no credit
  ['111', 'provider'], // not a sender ID of this route
  ['114', 'provider'], // no package
  ['187', 'passing'], // could not be processed
  ['188', 'provider'], // sender ID not approved yet
  ['300', 'message'], // something is missing
]);

class KudiSms implements SmsProvider {
  readonly name = 'kudisms';
  private readonly http: HttpClient;

  constructor(
    private readonly account: KudiSmsSettings,
    options: ProviderOptions,
  ) {
    this.http = new HttpClient('https://my.kudisms.net', options);
  }

  async send({ to, from, body, channel }: Sms, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome> {
    const { token, gateway } = this.account;
    const message = { token, senderID: from, recipients: to.replace(/^\+/, ''), message: body };
    // The corporate route bypasses the do-not-disturb list and has no gateways.
    const answer = await (channel === 'dnd'
      ? this.post('/api/corporate', message, signal, isWanted)
      : this.post('/api/sms', { ...message, gateway }, signal, isWanted));
    return answer.answered ? outcomeOf(answer) : outcomeOfSilence(answer);
  }

  async verify(): Promise<Verification> {
    const answer = await this.post('/api/balance', { token: this.account.token });
    if (!answer.answered) return { ok: false, detail: answer.detail };
    const body = jsonObject(answer.text);
    const read = answer.status === 200 && (says(body, 'success') || /^[\d,.]+$/.test(String(body?.msg)));
    return read ? { ok: true } : { ok: false, detail: detailOf(answer, body) };
  }

  close(): Promise<void> {
    return this.http.close();
  }

  /** Posts JSON: urlencoded bodies are said to be answered with 300, whatever they contain. */
  private post(path: string, fields: Record<string, string>, signal?: AbortSignal, isWanted?: IsWanted) {
    return this.http.call({ method: 'POST', path, headers: JSON_BODY, body: JSON.stringify(fields), signal, isWanted });
  }
}

function outcomeOf(answer: Answered): Outcome {
  const body = jsonObject(answer.text);
  const detail = detailOf(answer, body);
  if (answer.status === 429 || answer.status >= 500) return outcomeOfStranger(answer, detail);
  const code = codeOf(body);
  const fault = code && FAULTS.get(code);
  if (fault) return outcomeOfFault(fault, detail, code, answer);
  // An undocumented error code, such as 185 and 401: only the HTTP status is left to decide.
  if (says(body, 'error')) return outcomeOfStatus(answer, detail) ?? outcomeOfFault('passing', detail, code, answer);
  if (answer.status < 300 && says(body, 'success') && (code ?? '000') === '000') {
    const cost = smsCost(body?.units_used);
    const detail = oneLine(String(body?.msg ?? 'success'));
    return { kind: 'accepted', providerId: referenceIn(body?.data), detail, ...(cost && { cost }) };
  }
  return outcomeOfStranger(answer, detail);
}

function codeOf(body: Body): string | undefined {
  const code = body?.error_code;
  return typeof code === 'string' || typeof code === 'number' ? String(code).padStart(3, '0') : undefined;
}

function says(body: Body, status: string): boolean {
  return String(body?.status).toLowerCase() === status;
}

/** Returns the reference after the number: `2348…|<reference>`. */
function referenceIn(data: unknown): string | null {
  return typeof data === 'string' ? (/\|\s*([^\s,|]+)/.exec(data)?.[1] ?? null) : null;
}

function detailOf({ status, text }: Answered, body: Body): string {
  return oneLine(body?.msg === undefined ? `${status} ${text}` : `${codeOf(body) ?? status} ${String(body.msg)}`);
}
