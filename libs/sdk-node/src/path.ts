/** Builds a path with encoded values: ``path`/v1/users/${uid}` ``. */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((before, part, at) => before + encode(values[at - 1] as string) + part);
}

function encode(value: string): string {
  // An empty value would call another route, and dots would climb the path.
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new TypeError(`${JSON.stringify(value)} is not a valid id.`);
  return encodeURIComponent(value);
}
