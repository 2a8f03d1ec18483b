/** The text that a form sent under this name; empty when there is none. */
export function fieldOf(body: unknown, name: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : '';
}
