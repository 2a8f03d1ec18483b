/** A path whose values are encoded: ``path`/v1/users/${uid}` ``. */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((before, part, at) => before + encode(values[at - 1] as string) + part);
}

function encode(value: string): string {
  // An empty one would call another route, and a dot is a step up.
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new TypeError(`${JSON.stringify(value)} is not an id.`);
  return encodeURIComponent(value);
}
