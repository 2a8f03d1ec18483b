import { z } from 'zod';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { type Answered, FORM, HttpClient, outcomeOfSilence } from '../../adapter/http.js';
import { jsonObject } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { IsWanted, Outcome, Sms, SmsProvider, Verification } from '../../adapter/provider.js';
import { outcomeOfFault, outcomeOfStranger } from '../../adapter/provider-outcome.js';
import { smsCost } from '../sms-cost.js';
import { FIRST_MESSAGE_CODE, twilioFault } from './twilio-codes.js';
import { readTwilioCall } from './twilio-webhook.js';

const settings = z
  .object({
    accountSid: z
      .string()
      .trim()
      .regex(/^AC\w{2,64}$/, 'An account SID begins with AC'),
    authToken: z
      .string()
      .trim()
      .min(1, 'The auth token is missing')
      .optional()
      .meta({ description: 'Twilio signs its reports with it. With an API key, needed only for those.' }),
    apiKeySid: z
      .string()
      .trim()
      .regex(/^SK\w{2,64}$/, 'An API key SID begins with SK')
      .optional()
      .meta({ description: 'Instead of the auth token: a key that can be revoked and may be limited to sending.' }),
    apiKeySecret: z.string().trim().min(1, 'The secret of the API key is missing').optional(),
  })
  .superRefine(({ authToken, apiKeySid, apiKeySecret }, context) => {
    const missing = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (apiKeySid && !apiKeySecret) missing('apiKeySecret', 'The secret of the API key is missing');
    if (apiKeySecret && !apiKeySid) missing('apiKeySid', 'The SID of the API key is missing');
    if (!authToken && !apiKeySid) missing('authToken', 'Enter the auth token, or an API key and its secret');
  });

type TwilioSettings = z.output<typeof settings>;

const ACCOUNT_UNREAD = 'The API key may not read the account, so its state could not be checked.';

/** Twilio Programmable Messaging, https://www.twilio.com/docs/messaging/api/message-resource */
export const twilio = describeProvider({
  name: 'twilio',
  title: 'Twilio',
  channel: 'sms',
  // Twilio has no idempotency key here, so a repeated POST would send a second SMS.
  onUnknown: 'hold',
  settings,
  secretFields: ['authToken', 'apiKeySecret'],
  webhook: readTwilioCall,
  create: (given, options): SmsProvider => new Twilio(given, options),
});

class Twilio implements SmsProvider {
  readonly name = 'twilio';
  private readonly http: HttpClient;
  private readonly account: string;
  private readonly authorization: string;
  private readonly hasApiKey: boolean;

  constructor(
    { accountSid, authToken, apiKeySid, apiKeySecret }: TwilioSettings,
    private readonly options: ProviderOptions,
  ) {
    this.http = new HttpClient('https://api.twilio.com', options);
    this.account = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
    this.hasApiKey = apiKeySid !== undefined;
    const login = apiKeySid ? `${apiKeySid}:${apiKeySecret}` : `${accountSid}:${authToken}`;
    this.authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  }

  async send(sms: Sms, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome> {
    const answer = await this.http.call({
      method: 'POST',
      path: `${this.account}/Messages.json`,
      headers: { ...FORM, authorization: this.authorization },
      body: this.form(sms),
      signal,
      isWanted,
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
    if (answer.status !== 200) return this.hasApiKey ? this.apiKey() : { ok: false, detail: detailOf(answer, body) };
    const status = body?.status;
    return status === 'active'
      ? { ok: true }
      : { ok: false, detail: `The account is ${String(status ?? 'unreadable')}` };
  }

  /**
   * Tests an API key that may not read the account, as standard and restricted keys
   * (https://www.twilio.com/docs/iam/api-keys/key-resource-v1): Twilio refuses a message without a receiver with 21604, but a
   * key that may not send with an error of the key.
   */
  private async apiKey(): Promise<Verification> {
    const headers = { ...FORM, authorization: this.authorization };
    const path = `${this.account}/Messages.json`;
    const answer = await this.http.call({ method: 'POST', path, headers, body: 'Body=test' });
    if (!answer.answered) return { ok: false, detail: answer.detail };
    const body = jsonObject(answer.text);
    const { code } = body ?? {};
    const maySend = answer.status === 400 && typeof code === 'number' && code >= FIRST_MESSAGE_CODE;
    return maySend ? { ok: true, unchecked: ACCOUNT_UNREAD } : { ok: false, detail: detailOf(answer, body) };
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
