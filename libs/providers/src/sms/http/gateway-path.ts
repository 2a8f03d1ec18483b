import { asObject } from '../../adapter/json.js';

/**
 * Returns the text, number or truth value at a path such as `data.0.id`, as text; undefined if there is none. A number
 * beyond the precision of a double has no exact text, so it counts as none.
 */
export function textAt(body: Record<string, unknown> | null, path: string): string | undefined {
  let value: unknown = body;
  for (const name of path.split('.')) {
    const holder: Record<string, unknown> | null = Array.isArray(value) ? { ...value } : asObject(value);
    value = holder && Object.hasOwn(holder, name) ? holder[name] : undefined;
  }
  if (typeof value === 'number')
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value.replace(/\0|\p{Cs}/gu, '\ufffd') : undefined;
}
