import { appendFileSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryStore, type EventChunk, type EventStore } from './event-store.js';
import { SpoolFolder } from './spool-folder.js';
import { linesOf, remove, SegmentWriter } from './spool-segment.js';

const LARGEST_REJECTED_BYTES = 10_000_000;
const OWNER_ONLY = 0o700;

interface Loaded {
  file: string;
  lines: string[];
}

/**
 * Stores events in files, so that the next process sends what a dead one left. An event is on disk when `append`
 * returns. A file is deleted once all of its events have arrived. Events that were sent but not yet deleted are sent
 * again, and stored once because of their event_id.
 */
export class FileSpool implements EventStore {
  readonly #root: string;
  readonly #folder: SpoolFolder;
  /** Complete files, oldest first, that are no longer written to. */
  #sealed: { file: string; count: number }[] = [];
  #sealedCount = 0;
  #writer: SegmentWriter | undefined;
  #loaded: Loaded | undefined;
  /** Events that a full disk did not accept. */
  readonly #spare = new MemoryStore();
  readonly #tell: (error: unknown) => void;
  #more = () => {};

  /** @param root a folder shared by the processes of one application */
  constructor(root: string, tell: (error: unknown) => void) {
    this.#root = root;
    this.#tell = tell;
    mkdirSync(root, { recursive: true, mode: OWNER_ONLY });
    this.#folder = new SpoolFolder(root, {
      found: (files) => this.#adopt(files),
      lost: () => this.#forget(),
    });
    this.#folder.lookAround();
  }

  get size(): number {
    return this.#sealedCount + (this.#loaded?.lines.length ?? 0) + (this.#writer?.count ?? 0) + this.#spare.size;
  }

  append(line: string): void {
    try {
      this.#folder.checkOwned();
      this.#writer ??= new SegmentWriter(this.#folder.nextFile());
      this.#writer.append(line);
      if (this.#writer.isFull) this.#seal();
    } catch (error) {
      this.#spare.append(line);
      this.#tell(error);
    }
  }

  onMore(listener: () => void): void {
    this.#more = listener;
  }

  take(most: number): EventChunk | undefined {
    this.#folder.checkOwned();
    const loaded = this.#load();
    if (!loaded) return this.#spare.take(most);
    const lines = loaded.lines.slice(0, most);
    return { lines, done: () => this.#delivered(loaded, lines.length) };
  }

  reject(line: string, reason: string): void {
    const file = join(this.#root, 'rejected.ndjson');
    const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes > LARGEST_REJECTED_BYTES) return;
    appendFileSync(file, `{"reason":${JSON.stringify(reason)},"event":${line}}\n`, { mode: 0o600 });
  }

  close(): void {
    this.#seal();
    this.#folder.leave();
  }

  #load(): Loaded | undefined {
    while (!this.#loaded) {
      if (this.#sealed.length === 0) this.#seal();
      const [next] = this.#sealed;
      if (!next) return undefined;
      const lines = this.#read(next.file);
      this.#sealed.shift();
      this.#sealedCount -= next.count;
      if (lines.length > 0) this.#loaded = { file: next.file, lines };
      else remove(next.file);
    }
    return this.#loaded;
  }

  /** Moves a file that cannot be read to the end, so that it does not hold up others. */
  #read(file: string): string[] {
    try {
      return linesOf(file);
    } catch (error) {
      if (this.#sealed.length === 1) this.#seal();
      this.#sealed.push(...this.#sealed.splice(0, 1));
      throw error;
    }
  }

  #delivered(loaded: Loaded, count: number): void {
    loaded.lines = loaded.lines.slice(count);
    if (loaded.lines.length > 0 || this.#loaded !== loaded) return;
    this.#loaded = undefined;
    remove(loaded.file);
  }

  #seal(): void {
    if (!this.#writer) return;
    const { file, count } = this.#writer;
    this.#writer.close();
    this.#writer = undefined;
    this.#keep(file, count);
  }

  #keep(file: string, count: number): void {
    this.#sealed.push({ file, count });
    this.#sealedCount += count;
  }

  /** Closes the current file first, so that events are sent in the order of arrival. */
  #adopt(files: string[]): void {
    this.#seal();
    for (const file of files) {
      try {
        this.#keep(file, linesOf(file).length);
      } catch (error) {
        this.#keep(file, 1); // count unknown: read again later
        this.#tell(error);
      }
    }
    this.#more();
  }

  /** Another process took over our files while this one was suspended, and sends them. */
  #forget(): void {
    this.#writer?.close();
    this.#writer = undefined;
    this.#loaded = undefined;
    this.#sealed = [];
    this.#sealedCount = 0;
  }
}
