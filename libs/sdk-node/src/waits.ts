const FIRST_MS = 250;
const LONGEST_MS = 30_000;

/**
 * Returns the wait before the next attempt: exponential with jitter, so that clients do not all return at once after an
 * outage.
 * @param failures so far, from 1
 * @param retryAfter seconds that the service asked for
 */
export function waitAfter(failures: number, retryAfter = 0): number {
  const grown = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16));
  return retryAfter * 1_000 + grown / 2 + (Math.random() * grown) / 2;
}

interface PauseOptions {
  signal?: AbortSignal;
  /** Lets the process end while waiting. */
  idle?: boolean;
}

/** @throws the reason of the signal if it is aborted before or during the wait */
export function pause(ms: number, { signal, idle = false }: PauseOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const give = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', give);
      resolve();
    }, ms);
    if (idle) timer.unref();
    signal?.addEventListener('abort', give, { once: true });
  });
}
