/** Parses third-party JSON; returns undefined if it is invalid. */
export function jsonOf(text: Buffer | string): unknown {
  try {
    return JSON.parse(text.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** Parses a JSON object; returns null for anything else, including arrays and invalid JSON. */
export function jsonObject(text: Buffer | string): Record<string, unknown> | null {
  return asObject(jsonOf(text));
}

/** Returns the value if it is a JSON object; null for anything else, including arrays. */
export function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** Returns a non-empty string; null for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads a time from ISO text or Unix seconds; null if there is none. */
export function momentOf(value: unknown): Date | null {
  const date = typeof value === 'number' ? new Date(value * 1000) : new Date(textOf(value) ?? NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
