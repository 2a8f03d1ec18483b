const running: { close(): Promise<void> }[] = [];

/** The timeout of adapters in tests: a machine that pauses for some seconds must not look like a hanging server. */
export const TEST_TIMEOUT_MS = 20_000;

/**
 * Registers what a test started. `closeAll` closes in reverse order, so that providers disconnect while their servers
 * still run.
 */
export function atTheEnd<T extends { close(): Promise<void> }>(each: T): T {
  running.push(each);
  return each;
}

/** Closes what the test started. */
export async function closeAll(): Promise<void> {
  for (const each of running.splice(0).reverse()) await each.close();
}
