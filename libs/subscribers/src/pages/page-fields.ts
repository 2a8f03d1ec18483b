/** Returns the text of a form field; empty when it is missing. */
export function fieldOf(body: unknown, name: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : '';
}
