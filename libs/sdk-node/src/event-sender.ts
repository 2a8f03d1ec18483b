import { randomUUID } from 'node:crypto';
import { DundunError, InvalidRequestError, isForeign, isPassing } from './errors.js';
import type { QueuedEvent } from './event.js';
import type { Http } from './http.js';
import { path } from './path.js';
import { pause, waitAfter } from './waits.js';

export interface EventSenderListener {
  /** The service refuses this event for good. */
  rejected(line: string, error: DundunError): void;
  /**
   * Something between client and service, such as a proxy, rejects the first of these lines: send them after all
   * others.
   */
  setAside(lines: string[]): void;
  /** A call failed and will be retried. */
  failed(error: unknown): void;
}

const AT_ONCE = 8;
/** How often a proxy may reject an event before other events go first. */
const MOST_FOREIGN = 3;
const LONGEST_RETRY_AFTER_S = 300;

/** Sends events to the service and retries until they arrive; drops only events that the service refuses as invalid. */
export class EventSender {
  readonly #http: Http;
  readonly #stop: AbortSignal;
  readonly #listener: EventSenderListener;
  #batches: boolean;
  #hurry = new AbortController();

  constructor(http: Http, stop: AbortSignal, listener: EventSenderListener) {
    this.#http = http;
    this.#stop = stop;
    this.#listener = listener;
    // The batch route requires the secret.
    this.#batches = http.hasSecret;
    stop.addEventListener('abort', () => this.hurry());
  }

  /** Ends the wait before the next retry. */
  hurry(): void {
    this.#hurry.abort();
    this.#hurry = new AbortController();
  }

  /** @throws only when stopped */
  async send(lines: string[]): Promise<void> {
    if (this.#batches && lines.length > 1) return this.#sendBatch(lines);
    // Keeps the order of events per person; people are sent concurrently.
    const people = byPerson(lines).values();
    const work = async () => {
      for (const own of people) await this.#sendInOrder(own);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async #sendBatch(lines: string[]): Promise<void> {
    const idempotencyKey = randomUUID();
    const body = { data: lines.map((line) => ({ ...(JSON.parse(line) as QueuedEvent), type: 'event' })) };
    const call = () => this.#http.deliver('/v1/batch', body, { idempotencyKey, signal: this.#stop });
    // A proxy may accept smaller bodies than the service does.
    const refusal = await this.#insist(call, ({ status }) => status === 413);
    if (!refusal) return;
    // The service predates batches.
    if (refusal.status === 404) this.#batches = false;
    // One event is invalid, or together they are too large: split until it shows which.
    const half = this.#batches ? Math.ceil(lines.length / 2) : lines.length;
    await this.send(lines.slice(0, half));
    if (half < lines.length) await this.send(lines.slice(half));
  }

  async #sendInOrder(lines: string[]): Promise<void> {
    for (const [at, line] of lines.entries()) {
      const { id, ...event } = JSON.parse(line) as QueuedEvent;
      // event_id already prevents duplicates; an idempotency key would only add a row.
      const options = { idempotencyKey: false, signal: this.#stop } as const;
      const refusal = await this.#insist(() => this.#http.deliver(path`/v1/users/${id}/events`, event, options));
      if (!refusal) continue;
      if (!isRefusal(refusal)) return this.#listener.setAside(lines.slice(at));
      this.#listener.rejected(line, refusal);
    }
  }

  /**
   * Retries a call until there is a conclusive answer.
   * @returns the refusal, if the service rejects the input or a proxy rejects the call
   */
  async #insist(call: () => Promise<unknown>, isOver = (_: DundunError) => false): Promise<DundunError | undefined> {
    for (let failures = 1; ; failures++) {
      try {
        await call();
        return undefined;
      } catch (error) {
        this.#stop.throwIfAborted();
        if (isRefusal(error) || (error instanceof DundunError && isOver(error))) return error;
        this.#listener.failed(error);
        if (isTurnedAway(error) && failures >= MOST_FOREIGN) return error;
        const asked = error instanceof DundunError ? error.retryAfter : undefined;
        // A failure that does not pass, such as wrong credentials, is not the event's fault: an operator may fix it, so
        // retry slowly.
        const wait = waitAfter(isPassing(error) ? failures : failures + 4, Math.min(asked ?? 0, LONGEST_RETRY_AFTER_S));
        await pause(wait, { signal: this.#hurry.signal, idle: true }).catch(() => {});
        this.#stop.throwIfAborted();
      }
    }
  }
}

/** The service rejects the input itself; a service without batches answers `unknown_route`. */
const isRefusal = (error: unknown): error is DundunError =>
  (error instanceof InvalidRequestError && !isForeign(error)) ||
  (error instanceof DundunError && error.code === 'unknown_route');

/** A proxy rejected the call, perhaps because of its content. */
const isTurnedAway = (error: unknown): error is DundunError =>
  error instanceof DundunError && isForeign(error) && error.status >= 400 && !isPassing(error);

function byPerson(lines: string[]): string[][] {
  const people = new Map<string, string[]>();
  for (const line of lines) {
    const { id } = JSON.parse(line) as QueuedEvent;
    const own = people.get(id);
    if (own) own.push(line);
    else people.set(id, [line]);
  }
  return [...people.values()];
}
