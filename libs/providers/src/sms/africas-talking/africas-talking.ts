import { z } from 'zod';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { type Answered, FORM, HttpClient, outcomeOfSilence } from '../../adapter/http.js';
import { asObject, jsonObject } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { Cost, IsWanted, Outcome, Sms, SmsProvider, Verification } from '../../adapter/provider.js';
import { faultOfStatus, isAccepted, RISK_HOLD, statusNamedIn } from './africas-talking-statuses.js';
import { readAfricasTalkingCall } from './africas-talking-webhook.js';
import { outcomeOfFault, outcomeOfStranger } from '../../adapter/provider-outcome.js';
import { smsCost } from '../sms-cost.js';

const settings = z.object({
  username: z.string().trim().min(1, 'The user name of the app is missing'),
  // Sent in a header.
  apiKey: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'The API key is missing or contains an invalid character'),
});

type AfricasTalkingSettings = z.output<typeof settings>;

const LIVE = 'https://api.africastalking.com';
/** The host of the app named `sandbox`, which every account has; its messages go to a simulator. */
const SANDBOX = 'https://api.sandbox.africastalking.com';

/** Africa's Talking, https://developers.africastalking.com/docs/sms/overview */
export const africasTalking = describeProvider({
  name: 'at',
  title: "Africa's Talking",
  channel: 'sms',
  // There is no idempotency key, so a repeated POST would send a second SMS.
  onUnknown: 'hold',
  settings,
  secretFields: ['apiKey'],
  webhook: readAfricasTalkingCall,
  create: (given, options): SmsProvider => new AfricasTalking(given, options),
});

class AfricasTalking implements SmsProvider {
  readonly name = 'at';
  private readonly http: HttpClient;
  private readonly username: string;
  private readonly headers: Record<string, string>;

  constructor({ username, apiKey }: AfricasTalkingSettings, options: ProviderOptions) {
    this.http = new HttpClient(username === 'sandbox' ? SANDBOX : LIVE, options);
    this.username = username;
    this.headers = { apiKey, accept: 'application/json' };
  }

  async send({ to, from, body }: Sms, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome> {
    const form = { username: this.username, to: `+${to.replace(/^\+/, '')}`, message: body, from };
    const answer = await this.http.call({
      method: 'POST',
      path: '/version1/messaging',
      headers: { ...FORM, ...this.headers },
      body: new URLSearchParams(form).toString(),
      signal,
      isWanted,
    });
    return answer.answered ? outcomeOf(answer) : outcomeOfSilence(answer);
  }

  async verify(): Promise<Verification> {
    const path = `/version1/user?username=${encodeURIComponent(this.username)}`;
    const answer = await this.http.call({ method: 'GET', path, headers: this.headers });
    if (!answer.answered) return { ok: false, detail: answer.detail };
    const read = answer.status === 200 && asObject(jsonObject(answer.text)?.UserData);
    return read ? { ok: true } : { ok: false, detail: oneLine(`${answer.status} ${answer.text}`) };
  }

  close(): Promise<void> {
    return this.http.close();
  }
}

function outcomeOf(answer: Answered): Outcome {
  const data = asObject(jsonObject(answer.text)?.SMSMessageData);
  const recipients = data?.Recipients;
  // A promotional sender in Nigeria gets 409 at night, with the body of a success.
  if (Array.isArray(recipients) && (answer.status < 300 || answer.status === 409)) {
    if (recipients.length === 0) return outcomeOfNoRecipients(answer, String(data?.Message));
    const recipient = asObject(recipients[0]);
    if (recipient) return outcomeOfRecipient(answer, recipient);
  }
  return outcomeOfStranger(answer, oneLine(`${answer.status} ${answer.text}`));
}

function outcomeOfRecipient(answer: Answered, recipient: Record<string, unknown>): Outcome {
  const { statusCode, status, cost, messageId } = recipient;
  const code = Number(statusCode);
  const id = typeof messageId === 'string' && messageId !== '' && messageId !== 'None' ? messageId : null;
  if (isAccepted(code))
    return {
      kind: 'accepted',
      providerId: id,
      detail: oneLine(`${String(status)}, ${String(cost)}`),
      cost: costOf(cost),
    };
  const detail = oneLine(`${String(statusCode)} ${String(status)}`);
  const fault = answer.status === 409 ? 'passing' : faultOfStatus(code);
  // A held message that has an id may still be sent.
  const held = code === RISK_HOLD && id !== null;
  return fault && !held ? outcomeOfFault(fault, detail, String(code), answer) : { kind: 'unknown', detail };
}

/** Parses a price such as `KES 0.8000`. */
function costOf(cost: unknown): Cost | undefined {
  const [, currency, amount] = (typeof cost === 'string' && /^([A-Z]{3}) (\S+)$/.exec(cost)) || [];
  return smsCost(amount, currency);
}

/**
 * Handles an empty list of recipients: nothing was sent, and the message gives the reason, often as the name of a
 * status.
 */
function outcomeOfNoRecipients(answer: Answered, message: string): Outcome {
  const detail = oneLine(message);
  if (/sent to [1-9]/i.test(message)) return { kind: 'unknown', detail };
  const known = statusNamedIn(message);
  const fault = answer.status === 409 ? 'passing' : (known?.fault ?? 'message');
  return outcomeOfFault(fault, detail, String(known?.code ?? answer.status), answer);
}
