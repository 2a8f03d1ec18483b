import { smsSize } from '@dundun/domain';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { describeProvider, type ProviderOptions } from '../../adapter/descriptor.js';
import { type Answered, FORM, HttpClient, outcomeOfSilence } from '../../adapter/http.js';
import { oneLine } from '../../adapter/network-error.js';
import type { IsWanted, Outcome, Sms, SmsProvider, Verification } from '../../adapter/provider.js';
import { readHollaTagsCall } from './hollatags-webhook.js';
import { outcomeOfFault, outcomeOfStranger, type Fault } from '../../adapter/provider-outcome.js';

const settings = z.object({
  username: z.string().trim().min(1, 'The user name is missing'),
  password: z.string().min(1, 'The password is missing'),
});

type HollaTagsSettings = z.output<typeof settings>;

/** HollaTags, https://docs.hollatags.com/sms/send */
export const hollaTags = describeProvider({
  name: 'hollatags',
  title: 'HollaTags',
  channel: 'sms',
  // message_uuid prevents a second SMS when a call is repeated within 30 days.
  onUnknown: 'repeat',
  settings,
  secretFields: ['password'],
  webhook: readHollaTagsCall,
  create: (given, options): SmsProvider => new HollaTags(given, options),
});

const MAX_CHARACTERS = 905;

/** The error words and their meanings; the last three are undocumented. */
const FAULTS: ReadonlyMap<string, readonly [Fault, string]> = new Map<string, readonly [Fault, string]>([
  ['error_param', ['message', 'something is missing or malformed']],
  ['error_credit', ['provider', 'insufficient credit']],
  ['error_user', ['provider', 'wrong user name or password, or a suspended account']],
  ['error_billing', ['passing', 'the account could not be debited']],
  ['error_gw', ['passing', 'the gateway is down or busy']],
  // Documented as more than 500 numbers or an invalid one; our calls contain one number.
  ['error_limit', ['message', 'not a valid number']],
  ['error_number', ['message', 'not a valid number']],
  ['error_user_id', ['provider', 'wrong user name or password']],
  ['error_restricted_senderid', ['provider', 'the sender ID is not allowed']],
]);

class HollaTags implements SmsProvider {
  readonly name = 'hollatags';
  private readonly http: HttpClient;
  private readonly account: { user: string; pass: string };

  constructor(
    { username, password }: HollaTagsSettings,
    private readonly options: ProviderOptions,
  ) {
    this.http = new HttpClient('https://sms.hollatags.com', options);
    this.account = { user: username, pass: password };
  }

  async send(sms: Sms, signal?: AbortSignal, isWanted?: IsWanted): Promise<Outcome> {
    const size = [...sms.body].length;
    // HollaTags would answer error_param, which does not name the mistake.
    if (size > MAX_CHARACTERS) {
      return { kind: 'refused', detail: `${size} characters, HollaTags takes ${MAX_CHARACTERS}`, code: 'error_param' };
    }
    const answer = await this.post('/api/send', this.form(sms), signal, isWanted);
    return answer.answered ? outcomeOf(answer) : outcomeOfSilence(answer);
  }

  private form({ from, to, body, reference }: Sms): Record<string, string> {
    const callback = this.options.statusCallback?.(reference);
    return {
      from: from.replace(/^\+(?=\d+$)/, ''),
      to: to.replace(/^\+/, ''),
      msg: body,
      type: smsSize(body).encoding === 'ucs2' ? '2' : '0',
      enable_msg_id: 'TRUE',
      message_uuid: idempotencyKey(reference),
      ...(callback && { callback_url: callback }),
    };
  }

  async verify(): Promise<Verification> {
    const answer = await this.post('/api/credit/', {});
    if (!answer.answered) return { ok: false, detail: answer.detail };
    const text = saidIn(answer);
    const read = answer.status === 200 && /\d/.test(text) && !/^(error|<)/i.test(text);
    return read ? { ok: true } : { ok: false, detail: detailOf(answer) };
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private post(path: string, fields: Record<string, string>, signal?: AbortSignal, isWanted?: IsWanted) {
    const body = new URLSearchParams({ ...this.account, ...fields }).toString();
    return this.http.call({ method: 'POST', path, headers: FORM, body, signal, isWanted });
  }
}

/** Returns a key of 24 to 64 characters: our own ids fit, any other reference is hashed. */
function idempotencyKey(reference: string): string {
  return /^[\w-]{24,64}$/.test(reference) ? reference : createHash('sha256').update(reference).digest('hex');
}

function outcomeOf(answer: Answered): Outcome {
  const text = saidIn(answer);
  const detail = detailOf(answer);
  if (answer.status >= 300) return outcomeOfStranger(answer, detail);
  const sent = /^(?:sent|\d+\s*,\s*([\w-]+))$/i.exec(text);
  if (sent) return { kind: 'accepted', providerId: sent[1] ?? null, detail: oneLine(text) };
  const [fault] = FAULTS.get(text.toLowerCase()) ?? [];
  if (fault) return outcomeOfFault(fault, detail, text.toLowerCase(), answer);
  // Seen in clients but undocumented. It may concern the key, in which case an earlier call may have succeeded.
  if (/^error_msgid/i.test(text)) return { kind: 'unknown', detail };
  return /^error/i.test(text) ? outcomeOfFault('passing', detail, oneLine(text)) : outcomeOfStranger(answer, detail);
}

/** Returns the plain text of an answer without the quotes that may surround it. */
function saidIn({ text }: Answered): string {
  return text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim();
}

function detailOf(answer: Answered): string {
  const text = saidIn(answer);
  const [, meaning] = FAULTS.get(text.toLowerCase()) ?? [];
  return oneLine(meaning ? `${text}: ${meaning}` : `${answer.status} ${text}`);
}
