/** A type without its falsy values. */
type Truthy<T> = Exclude<T, false | null | undefined | 0 | ''>;

/**
 * Waits for a condition instead of a time.
 * @param what ends the sentence "gave up waiting until …"
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  { ms = 60_000, every = 20 } = {},
): Promise<Truthy<T>> {
  const end = performance.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found as Truthy<T>;
    if (performance.now() > end) throw new Error(`gave up waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}
