/** A value that the API stores for an attribute. */
export type AttributeValue = string | number | boolean;

export type AttributeKind = 'text' | 'number' | 'boolean';

/** Returns the kind of a stored value. Lists and objects, which only the API writes, are text to look at. */
export const kindOf = (value: unknown): AttributeKind =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text';

/** Returns a value as the form and the table show it. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** Whether the console can change a value: one that is not a list or an object. */
export const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';

/** Returns what is stored for an entry; undefined for a number that is none. */
export function valueOf(text: string, kind: AttributeKind): AttributeValue | undefined {
  if (kind === 'boolean') return text === 'true';
  if (kind === 'text') return text;
  const number = Number(text.replace(',', '.'));
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined;
}
