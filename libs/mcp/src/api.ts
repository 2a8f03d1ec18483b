import type { Dundun } from '@dundun/node';

/** The HTTP API as used by the tools. */
export type Api = Pick<Dundun, 'request'>;

/** Builds a path with encoded parameters; refuses dot segments, which would lead to another operation. */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  const wrong = values.find((value) => value === '.' || value === '..');
  if (wrong !== undefined) throw new ToolRefusal(`"${wrong}" is not an identifier. Look the identifier up first.`);
  return parts.reduce((built, part, index) => built + encodeURIComponent(values[index - 1] ?? '') + part);
}

/** Thrown when a tool refuses a call; the sentence says what to do instead. */
export class ToolRefusal extends Error {}
