import { jsonObject } from '../adapter/json.js';
import type { WebhookRequest } from '../adapter/webhook.js';

/** More than any provider sends. Reading the digits of each number scans the whole text. */
const MOST_FIELDS = 100;

/**
 * Returns the fields of a call: of a JSON object (numbers as text, digit by digit), of a form, or of the query if there
 * is no body; empty otherwise. The last value of a repeated field wins.
 */
export function webhookFields({ method, url, headers, body }: WebhookRequest): Map<string, string> {
  if (method === 'GET') return storable(new URLSearchParams(url.split('?')[1]));
  if (!isJson(headers)) return storable(new URLSearchParams(body.toString()));
  const text = body.toString();
  const scalars = Object.entries(jsonObject(text) ?? {})
    .filter(([, value]) => /string|number/.test(typeof value))
    .slice(0, MOST_FIELDS);
  return storable(
    scalars.map(([name, value]) => [name, typeof value === 'number' ? digits(text, name, value) : String(value)]),
  );
}

/** Removes what the database cannot store: NUL and lone surrogates. */
function storable(fields: Iterable<readonly (string | undefined)[]>): Map<string, string> {
  return new Map([...fields].map(([name = '', value = '']) => [name, value.replace(/\0|\p{Cs}/gu, '\ufffd')]));
}

/** Returns a number as written: an id may exceed the precision of a double. */
function digits(json: string, name: string, value: number): string {
  const isExact = Number.isSafeInteger(value) || !/^\w{1,50}$/.test(name);
  const written = isExact ? null : new RegExp(`"${name}"\\s*:\\s*(\\d+)`).exec(json);
  return written?.[1] ?? String(value);
}

/** Whether the call declares a JSON body. */
export function isJson(headers: WebhookRequest['headers']): boolean {
  return /^application\/([\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '');
}

/** Returns a number as digits with country code; a sender ID stays unchanged. */
export function digitsOf(number: string): string {
  const digits = number.replace(/[\s()-]/g, '').replace(/^\+/, '');
  return /^\d+$/.test(digits) ? digits : number;
}

/** Normalizes a status for lookup: lower-case letters and digits. */
export function statusWord(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Parses a time with an explicit time zone; null for any other, because a guess could be hours off. */
export function zonedMoment(text: string | undefined): Date | null {
  const date = new Date(/\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d|GMT|UTC)$/.test(text ?? '') ? (text ?? '') : NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
