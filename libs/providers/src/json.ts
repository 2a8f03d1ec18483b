/** The JSON in what a stranger sent; undefined for what is none. */
export function jsonOf(text: Buffer | string): unknown {
  try {
    return JSON.parse(text.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** The object in it; null for anything else, arrays and garbage included. */
export function jsonObject(text: Buffer | string): Record<string, unknown> | null {
  return asObject(jsonOf(text));
}

/** The value when it is a JSON object; null for anything else, arrays included. */
export function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** A text with something in it; null for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A moment from ISO text or from Unix seconds; null where there is none. */
export function momentOf(value: unknown): Date | null {
  const date = typeof value === 'number' ? new Date(value * 1000) : new Date(textOf(value) ?? NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
