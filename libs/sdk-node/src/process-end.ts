export type EndSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

interface Ending {
  flush(options: { timeout: number }): Promise<number>;
}

const LONGEST_MS = 10_000;
const pending = new Set<Ending>();

/** Sends the events of a queue before the process ends by itself, unless they have arrived by then. */
export function sendBeforeExit(queue: Ending): void {
  if (pending.size === 0) process.on('beforeExit', flushAll);
  pending.add(queue);
}

/** There is nothing left to send. */
export function mayExit(queue: Ending): void {
  if (pending.delete(queue) && pending.size === 0) process.off('beforeExit', flushAll);
}

function flushAll(): void {
  for (const queue of pending) {
    // Node asks again after each flush: one that did not help is not repeated, or the process would never end.
    mayExit(queue);
    void queue.flush({ timeout: LONGEST_MS });
  }
}

/** Clients that a signal closes now: the last of them lets the signal go on. */
let closing = 0;

/** Closes at a signal, and then lets the signal do what it does. @returns how to stop that */
export function closeOnSignals(queue: { close(): Promise<unknown> }, signals: readonly EndSignal[]): () => void {
  const stops = signals.map((signal) => {
    const close = async () => {
      closing++;
      // A disk that fails does not keep the process from ending.
      await queue.close().catch(() => {});
      // Somebody else who listens decides when the process ends.
      if (--closing === 0 && process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    };
    const listener = () => void close();
    process.once(signal, listener);
    return () => void process.off(signal, listener);
  });
  return () => stops.forEach((stop) => stop());
}
