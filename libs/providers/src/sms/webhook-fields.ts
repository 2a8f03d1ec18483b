import { jsonObject } from '../json.js';
import type { WebhookRequest } from '../webhook.js';

/** No provider sends as many; for the digits of each number the whole text is looked through. */
const MOST_FIELDS = 100;

/**
 * The fields of a call: of a JSON object (numbers as text, digit by digit), of a form, or of the query when there is no
 * body; empty for anything else. A field that is given twice counts once, by its last value.
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

/** What a database takes: no NUL and no halves of characters. */
function storable(fields: Iterable<readonly (string | undefined)[]>): Map<string, string> {
  return new Map([...fields].map(([name = '', value = '']) => [name, value.replace(/\0|\p{Cs}/gu, '\ufffd')]));
}

/** A number as it was written: an id may have more digits than a double is exact to. */
function digits(json: string, name: string, value: number): string {
  const isExact = Number.isSafeInteger(value) || !/^\w{1,50}$/.test(name);
  const written = isExact ? null : new RegExp(`"${name}"\\s*:\\s*(\\d+)`).exec(json);
  return written?.[1] ?? String(value);
}

/** Whether a call says that its body is JSON. */
export function isJson(headers: WebhookRequest['headers']): boolean {
  return /^application\/([\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '');
}

/** A number as digits with the country code; a sender ID stays as it is. */
export function digitsOf(number: string): string {
  const digits = number.replace(/[\s()-]/g, '').replace(/^\+/, '');
  return /^\d+$/.test(digits) ? digits : number;
}

/** A status as tables have it: letters and digits in lower case. */
export function statusWord(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A moment that says which time zone it means; null for any other, because a guess would be hours wrong. */
export function zonedMoment(text: string | undefined): Date | null {
  const date = new Date(/\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d|GMT|UTC)$/.test(text ?? '') ? (text ?? '') : NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
