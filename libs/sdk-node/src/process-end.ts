export type EndSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP';

interface Ending {
  flush(options: { timeout: number }): Promise<number>;
}

const LONGEST_MS = 10_000;
const pending = new Set<Ending>();

/** Sends the events of a queue before the process exits on its own, unless they have arrived by then. */
export function sendBeforeExit(queue: Ending): void {
  if (pending.size === 0) process.on('beforeExit', flushAll);
  pending.add(queue);
}

/** Unregisters a queue with nothing left to send. */
export function mayExit(queue: Ending): void {
  if (pending.delete(queue) && pending.size === 0) process.off('beforeExit', flushAll);
}

function flushAll(): void {
  for (const queue of pending) {
    // Node emits beforeExit again after each flush: a flush that did not help is not repeated, or the process would
    // never end.
    mayExit(queue);
    void queue.flush({ timeout: LONGEST_MS });
  }
}

/** Clients that a signal is closing; the last one raises the signal again. */
let closing = 0;

/** Closes the queue on a signal, then lets the signal take effect. @returns a function that unregisters */
export function closeOnSignals(queue: { close(): Promise<unknown> }, signals: readonly EndSignal[]): () => void {
  const stops = signals.map((signal) => {
    const close = async () => {
      closing++;
      // A failing disk must not keep the process alive.
      await queue.close().catch(() => {});
      // If another listener exists, it decides when the process ends.
      if (--closing === 0 && process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    };
    const listener = () => void close();
    process.once(signal, listener);
    return () => void process.off(signal, listener);
  });
  return () => stops.forEach((stop) => stop());
}
