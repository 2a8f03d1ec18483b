/** The end of one call: its timeout or the caller's abort, whichever comes first. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Why the call ended early, with the code ETIMEDOUT or EABORT; undefined while it has not. */
  error(): Error | undefined;
  /** Must be called when the call is over, or the timer and the listener stay behind. */
  clear(): void;
}

/**
 * Starts the clock of a call (milliseconds). A plain timer: AbortSignal.any leaks on a caller's long-lived signal. When the
 * caller is a deadline itself, its reason is the call's.
 */
export function startDeadline(timeoutMs: number, caller?: AbortSignal): Deadline {
  const controller = new AbortController();
  let error: Error | undefined;
  const end = (why: Error) => {
    error ??= why;
    controller.abort(why);
  };
  const timer = setTimeout(() => end(new Ended('ETIMEDOUT', `No answer within ${timeoutMs} ms`)), timeoutMs);
  const abort = () =>
    end(caller?.reason instanceof Ended ? caller.reason : new Ended('EABORT', 'Aborted by the caller'));
  if (caller?.aborted) abort();
  else caller?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    error: () => error,
    clear() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', abort);
    },
  };
}

class Ended extends Error {
  constructor(
    readonly code: 'ETIMEDOUT' | 'EABORT',
    message: string,
  ) {
    super(message);
  }
}
