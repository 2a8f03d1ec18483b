/** The oldest events of a store, as lines of JSON. */
export interface EventChunk {
  lines: string[];
  /** Removes them: they were sent, or never will be. */
  done(): void;
}

/** Stores events until the service has them. */
export interface EventStore {
  /** The number of stored events. */
  readonly size: number;
  append(line: string): void;
  /** Calls the listener when events arrive other than by `append`. */
  onMore(listener: () => void): void;
  /** Returns the oldest events, up to `most`; the same ones again until they are done. */
  take(most: number): EventChunk | undefined;
  /** Keeps an event that the service refuses, for inspection. */
  reject(line: string, reason: string): void;
  close(): void;
}

/** Keeps events in memory only. */
export class MemoryStore implements EventStore {
  #lines: string[] = [];

  get size(): number {
    return this.#lines.length;
  }

  append(line: string): void {
    this.#lines.push(line);
  }

  take(most: number): EventChunk | undefined {
    const lines = this.#lines.slice(0, most);
    if (lines.length === 0) return undefined;
    return { lines, done: () => void (this.#lines = this.#lines.slice(lines.length)) };
  }

  onMore(): void {}

  reject(): void {}

  close(): void {}
}
