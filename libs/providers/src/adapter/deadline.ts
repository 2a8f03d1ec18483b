/** The end of one call: its timeout or the caller's abort, whichever comes first. */
export interface Deadline {
  readonly signal: AbortSignal;
  /**
   * Returns the error that ended the call early (code ETIMEDOUT or EABORT), or undefined while the call may continue.
   */
  error(): Error | undefined;
  /** Must be called when the call is over; otherwise the timer and the listener leak. */
  clear(): void;
}

/**
 * Starts the deadline of a call, in milliseconds. Uses a plain timer because AbortSignal.any leaks on a long-lived
 * caller signal. When the caller is itself a deadline, its reason becomes the reason of this one.
 * @param elapsedMs how much of the time is over
 */
export function startDeadline(timeoutMs: number, caller?: AbortSignal, elapsedMs = 0): Deadline {
  const controller = new AbortController();
  let error: Error | undefined;
  const end = (why: Error) => {
    error ??= why;
    controller.abort(why);
  };
  const timer = setTimeout(() => end(timedOut(timeoutMs)), Math.max(0, timeoutMs - elapsedMs));
  const abort = () => end(abortedBy(caller));
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

/** Returns the error of a call whose time is over. */
export const timedOut = (timeoutMs: number): Error => new Ended('ETIMEDOUT', `No answer within ${timeoutMs} ms`);

/** Returns the error of a call that its caller ended. */
export const abortedBy = (caller: AbortSignal | undefined): Error =>
  caller?.reason instanceof Ended ? caller.reason : new Ended('EABORT', 'Aborted by the caller');

class Ended extends Error {
  constructor(
    readonly code: 'ETIMEDOUT' | 'EABORT',
    message: string,
  ) {
    super(message);
  }
}
