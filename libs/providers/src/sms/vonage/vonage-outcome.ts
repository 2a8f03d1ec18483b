import { type Answered, outcomeOfStatus } from '../../adapter/http.js';
import { asObject, jsonObject, textOf } from '../../adapter/json.js';
import { oneLine } from '../../adapter/network-error.js';
import type { Outcome } from '../../adapter/provider.js';
import { type Fault, outcomeOfFault, outcomeOfStranger } from '../../adapter/provider-outcome.js';
import { smsCost } from '../sms-cost.js';

const INTERNAL_ERROR = '5';

/** The statuses of https://developer.vonage.com/en/api-errors/sms apart from success and the internal error. */
const FAULTS: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  // Too fast, or too many connections.
  ...['1', '10'].map((status) => [status, 'throttled'] as const),
  // Credentials, a barred account, no credit, no HTTP, signatures, the sender, our callback.
  ...['4', '8', '9', '11', '14', '15', '23', '32'].map((status) => [status, 'provider'] as const),
  // Missing or invalid parameters, a barred, foreign or deactivated number, a text that is too long, a demo account.
  ...['2', '3', '6', '7', '12', '22', '29', '33'].map((status) => [status, 'message'] as const),
]);

/** Reads the answer to POST /sms/json: always 200, with a status for each part of the SMS. */
export function outcomeOfVonage(answer: Answered): Outcome {
  const parts = partsIn(answer);
  const failed = parts?.find(({ status }) => status !== '0');
  const detail = detailOf(answer, failed);
  const decided = outcomeOfStatus(answer, detail);
  if (decided) return decided;
  if (!parts || answer.status >= 300) return outcomeOfStranger(answer, detail);
  const sent = parts.find(({ id }) => id !== null);
  if (!failed) {
    if (!sent) return { kind: 'unknown', detail };
    const count = parts.length === 1 ? '' : `, segments: ${parts.length}`;
    return { kind: 'accepted', providerId: sent.id, detail: `queued${count}`, ...costOf(parts) };
  }
  const fault = failed.status === null ? undefined : FAULTS.get(failed.status);
  // Some parts were sent, or it is not known whether any was.
  if (!fault || parts.some(({ status }) => status === '0')) return { kind: 'unknown', detail };
  return outcomeOfFault(fault, detail, failed.status ?? undefined, answer);
}

interface Part {
  id: string | null;
  status: string | null;
  error: string | null;
  price: unknown;
}

function partsIn({ text }: Answered): Part[] | null {
  const messages = jsonObject(text)?.messages;
  if (!Array.isArray(messages) || messages.length === 0) return null;
  return messages.map((each) => {
    const { status, 'message-id': id, 'error-text': error, 'message-price': price } = asObject(each) ?? {};
    const code = typeof status === 'number' ? String(status) : textOf(status);
    return { id: textOf(id), status: code, error: textOf(error), price };
  });
}

function detailOf({ status, text }: Answered, failed: Part | undefined): string {
  if (!failed) return oneLine(`${status} ${text}`);
  const words = failed.error ?? (failed.status === INTERNAL_ERROR ? 'internal error' : text);
  return oneLine(`${failed.status ?? status} ${words}`);
}

/** Prices are in euros (https://developer.vonage.com/en/messaging/sms/overview); a sum of decimals stays exact in text. */
function costOf(parts: Part[]) {
  const prices = parts.map(({ price }) => smsCost(price, 'EUR'));
  const [first] = prices;
  // All parts of one SMS cost the same; anything else is not worth guessing.
  if (!first || prices.some((each) => each?.amount !== first.amount)) return {};
  return { cost: { ...first, amount: times(first.amount, parts.length) } };
}

/** Multiplies a decimal text by a whole number without rounding. */
function times(amount: string, factor: number): string {
  if (factor === 1) return amount;
  const [whole = '0', fraction = ''] = amount.split('.');
  const digits = String(BigInt(whole + fraction) * BigInt(factor)).padStart(fraction.length + 1, '0');
  const at = digits.length - fraction.length;
  return fraction ? `${digits.slice(0, at)}.${digits.slice(at)}` : digits;
}
