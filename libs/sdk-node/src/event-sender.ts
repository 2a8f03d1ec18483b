import { randomUUID } from 'node:crypto';
import { DundunError, InvalidRequestError, isForeign, isPassing } from './errors.js';
import type { QueuedEvent } from './event.js';
import type { Http } from './http.js';
import { path } from './path.js';
import { pause, waitAfter } from './waits.js';

export interface EventSenderListener {
  /** This event is wrong and will never be taken. */
  rejected(line: string, error: DundunError): void;
  /** Somebody in front of the service does not let the first of these through: they wait behind all others. */
  setAside(lines: string[]): void;
  /** It failed for now and is tried again. */
  failed(error: unknown): void;
}

const AT_ONCE = 8;
/** So often somebody in front of the service may turn one thing away before the others go first. */
const MOST_FOREIGN = 3;
const LONGEST_RETRY_AFTER_S = 300;

/** Brings events to the service and does not give up: only an event that is wrong itself is let go of. */
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
    // A batch needs the secret.
    this.#batches = http.hasSecret;
    stop.addEventListener('abort', () => this.hurry());
  }

  /** Tries again now what waits for its next try. */
  hurry(): void {
    this.#hurry.abort();
    this.#hurry = new AbortController();
  }

  /** @throws only when it is stopped */
  async send(lines: string[]): Promise<void> {
    if (this.#batches && lines.length > 1) return this.#sendBatch(lines);
    // Events of one person in their order, people side by side.
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
    // A proxy may take less at once than the service does.
    const refusal = await this.#insist(call, ({ status }) => status === 413);
    if (!refusal) return;
    // A service that is older than batches.
    if (refusal.status === 404) this.#batches = false;
    // One that is wrong, or all that are too large together: halves find out.
    const half = this.#batches ? Math.ceil(lines.length / 2) : lines.length;
    await this.send(lines.slice(0, half));
    if (half < lines.length) await this.send(lines.slice(half));
  }

  async #sendInOrder(lines: string[]): Promise<void> {
    for (const [at, line] of lines.entries()) {
      const { id, ...event } = JSON.parse(line) as QueuedEvent;
      // event_id is what makes it once; a key of the call would only be one more row there.
      const options = { idempotencyKey: false, signal: this.#stop } as const;
      const refusal = await this.#insist(() => this.#http.deliver(path`/v1/users/${id}/events`, event, options));
      if (!refusal) continue;
      if (!isRefusal(refusal)) return this.#listener.setAside(lines.slice(at));
      this.#listener.rejected(line, refusal);
    }
  }

  /**
   * Calls until there is an answer that counts.
   * @returns the refusal, when it is what was sent that is wrong, or when somebody else does not let it through
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
        // What does not pass by itself, such as wrong credentials, is not the event's fault either: a person may repair it.
        const wait = waitAfter(isPassing(error) ? failures : failures + 4, Math.min(asked ?? 0, LONGEST_RETRY_AFTER_S));
        await pause(wait, { signal: this.#hurry.signal, idle: true }).catch(() => {});
        this.#stop.throwIfAborted();
      }
    }
  }
}

/** What is said of the input itself; `unknown_route` is what a service without batches says. */
const isRefusal = (error: unknown): error is DundunError =>
  (error instanceof InvalidRequestError && !isForeign(error)) ||
  (error instanceof DundunError && error.code === 'unknown_route');

/** By somebody in front of the service, who may have something against this alone. */
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
