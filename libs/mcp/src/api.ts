import type { Dundun } from '@dundun/node';

/** The HTTP API as the tools see it. */
export type Api = Pick<Dundun, 'request'>;

/** A path with its parameters encoded; a dot segment would lead to another operation. */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  const wrong = values.find((value) => value === '.' || value === '..');
  if (wrong !== undefined) throw new ToolRefusal(`"${wrong}" identifies nothing. Look the identifier up first.`);
  return parts.reduce((built, part, index) => built + encodeURIComponent(values[index - 1] ?? '') + part);
}

/** A tool refuses what it was asked; the sentence says what to do instead. */
export class ToolRefusal extends Error {}
