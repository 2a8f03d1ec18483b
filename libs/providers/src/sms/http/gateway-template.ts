import type { Sms } from '../../adapter/provider.js';

/** The values that a template can name as `{{name}}`. */
export const PLACEHOLDERS = ['to', 'to_e164', 'from', 'text', 'reference', 'callback', 'secret'] as const;

/** The value of each placeholder. */
export type GatewayValues = Record<(typeof PLACEHOLDERS)[number], string>;

/** How a value is escaped where a template places it. */
export type Escape = (value: string) => string;

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Fills the placeholders of a template in one pass, so that a value is never read as a template. */
export function filled(template: string, values: GatewayValues, escape: Escape): string {
  return template.replace(PLACEHOLDER, (_, name: keyof GatewayValues) => escape(values[name] ?? ''));
}

/** Returns the placeholders of a template that do not exist. */
export function unknownIn(template: string): string[] {
  const named = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return named.filter((name) => !(PLACEHOLDERS as readonly string[]).includes(name));
}

/** Returns the values of one SMS. */
export function valuesOf({ to, from, body, reference }: Sms, secret: string, callback: string): GatewayValues {
  const digits = to.replace(/^\+/, '');
  return { to: digits, to_e164: `+${digits}`, from, text: body, reference, callback, secret };
}

const XML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** How values are escaped in a body of each format, and in the address and headers. */
export const ESCAPES = {
  json: (value) => JSON.stringify(value).slice(1, -1),
  // Half a character cannot be encoded, and would throw.
  form: (value) => encodeURIComponent(value.toWellFormed()),
  // XML 1.0 has no control characters, not even escaped.
  xml: (value) => value.replace(/[^\t\n\r\P{Cc}]/gu, '').replace(/[&<>"']/g, (each) => XML[each] ?? ''),
  text: (value) => value,
  header: (value) => value.replace(/[^\x20-\x7e]/g, '?'),
} satisfies Record<string, Escape>;

/** The media type of each format of a body. */
export const MEDIA_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'text/xml; charset=utf-8',
  text: 'text/plain; charset=utf-8',
} as const;
