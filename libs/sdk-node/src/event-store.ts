/** The oldest events of a store, as lines of JSON. */
export interface EventChunk {
  lines: string[];
  /** They have arrived, or never will: forgets them. */
  done(): void;
}

/** Where events wait until the service has them. */
export interface EventStore {
  /** How many wait. */
  readonly size: number;
  append(line: string): void;
  /** Says when there are more that nobody appended. */
  onMore(listener: () => void): void;
  /** The oldest `most`, the same again until they are done. */
  take(most: number): EventChunk | undefined;
  /** Keeps what the service will never take, for a person to look at. */
  reject(line: string, reason: string): void;
  close(): void;
}

/** Forgets everything when the process ends. */
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
