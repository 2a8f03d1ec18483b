import { z } from 'zod';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { type Answered, FORM, HttpClient, outcomeOfSilence } from '../../adapter/http.js';
import { jsonObject } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { Outcome, Sms, SmsProvider, Verification } from '../../adapter/provider.js';
import { outcomeOfFault, outcomeOfStranger } from '../../adapter/provider-outcome.js';
import { smsCost } from '../sms-cost.js';
import { twilioFault } from './twilio-codes.js';
import { readTwilioCall } from './twilio-webhook.js';

const settings = z.object({
  accountSid: z
    .string()
    .trim()
    .regex(/^AC\w{2,64}$/, 'An account SID begins with AC'),
  authToken: z.string().trim().min(1, 'The auth token is missing'),
});

type TwilioSettings = z.output<typeof settings>;

/** Twilio Programmable Messaging, https://www.twilio.com/docs/messaging/api/message-resource */
export const twilio = describeProvider({
  name: 'twilio',
  title: 'Twilio',
  channel: 'sms',
  // Twilio has no idempotency key here, so a repeated POST would send a second SMS.
  onUnknown: 'hold',
  settings,
  secretFields: ['authToken'],
  webhook: readTwilioCall,
  create: (given, options): SmsProvider => new Twilio(given, options),
});

class Twilio implements SmsProvider {
  readonly name = 'twilio';
  private readonly http: HttpClient;
  private readonly account: string;
  private readonly authorization: string;

  constructor(
    { accountSid, authToken }: TwilioSettings,
    private readonly options: ProviderOptions,
  ) {
    this.http = new HttpClient('https://api.twilio.com', options);
    this.account = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
    this.authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  }

  async send(sms: Sms, signal?: AbortSignal): Promise<Outcome> {
    const answer = await this.http.call({
      method: 'POST',
      path: `${this.account}/Messages.json`,
      headers: { ...FORM, authorization: this.authorization },
      body: this.form(sms),
      signal,
    });
    return answer.answered ? outcomeOf(answer) : outcomeOfSilence(answer);
  }

  private form(sms: Sms): string {
    const form = new URLSearchParams({ To: `+${sms.to.replace(/^\+/, '')}`, Body: sms.body });
    if (/^MG[0-9a-f]{32}$/i.test(sms.from)) form.set('MessagingServiceSid', sms.from);
    // Seven digits or more are a phone number, fewer a short code; anything else is an alphanumeric sender.
    else form.set('From', /^\d{7,15}$/.test(sms.from) ? `+${sms.from}` : sms.from);
    const callback = this.options.statusCallback?.(sms.reference);
    if (callback) form.set('StatusCallback', callback);
    return form.toString();
  }

  async verify(): Promise<Verification> {
    const headers = { authorization: this.authorization };
    const answer = await this.http.call({ method: 'GET', path: `${this.account}.json`, headers });
    if (!answer.answered) return { ok: false, detail: answer.detail };
    const body = jsonObject(answer.text);
    if (answer.status !== 200) return { ok: false, detail: detailOf(answer, body) };
    const status = body?.status;
    return status === 'active'
      ? { ok: true }
      : { ok: false, detail: `The account is ${String(status ?? 'unreadable')}` };
  }

  close(): Promise<void> {
    return this.http.close();
  }
}

function outcomeOf(answer: Answered): Outcome {
  const body = jsonObject(answer.text);
  if (answer.status >= 200 && answer.status < 300) return outcomeOfCreated(answer, body);
  const detail = detailOf(answer, body);
  const code = typeof body?.code === 'number' ? body.code : undefined;
  if (code === undefined || answer.status === 429 || answer.status >= 500) {
    return outcomeOfStranger(answer, detail);
  }
  return outcomeOfFault(twilioFault(code), detail, String(code), answer);
}

function outcomeOfCreated(answer: Answered, body: Record<string, unknown> | null): Outcome {
  const sid = body?.sid;
  if (!body || typeof sid !== 'string' || !/^(SM|MM)\w+$/.test(sid)) {
    return { kind: 'unknown', detail: oneLine(`${answer.status} without a message SID: ${answer.text}`) };
  }
  const { status, num_segments: segments, error_code: error, error_message: message } = body;
  if (typeof error === 'number' && (status === 'failed' || status === 'undelivered')) {
    return outcomeOfFault(twilioFault(error), oneLine(`${error} ${String(message ?? status)} (${sid})`), String(error));
  }
  // Billed as a negative amount, and usually unknown at this point; callbacks do not include it either.
  const cost = smsCost(String(body.price).replace(/^-/, ''), body.price_unit);
  const parts = typeof segments === 'string' || typeof segments === 'number' ? `, segments: ${segments}` : '';
  const detail = oneLine(`${String(status)}${parts}`);
  return { kind: 'accepted', providerId: sid, detail, ...(cost && { cost }) };
}

function detailOf({ status, text }: Answered, body: Record<string, unknown> | null): string {
  return oneLine(
    body?.message === undefined ? `${status} ${text}` : `${String(body.code ?? status)} ${String(body.message)}`,
  );
}
