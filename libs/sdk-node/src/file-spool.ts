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
 * Events in files, so that a process that dies loses none: the next process sends what the last one left. Each is written when
 * `append` returns. A file is deleted when all of it has arrived; what was sent and not yet deleted is sent again, and
 * stored once because of its event_id.
 */
export class FileSpool implements EventStore {
  readonly #root: string;
  readonly #folder: SpoolFolder;
  /** Whole files, oldest first, that nobody writes any more. */
  #sealed: { file: string; count: number }[] = [];
  #sealedCount = 0;
  #writer: SegmentWriter | undefined;
  #loaded: Loaded | undefined;
  /** What a full disk did not take. */
  readonly #spare = new MemoryStore();
  readonly #tell: (error: unknown) => void;
  #more = () => {};

  /** @param root a folder that the processes of one application share */
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

  /** What cannot be read now comes last, so that it does not keep back what can. */
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

  /** What is being written comes before, so that the order of arrival is the order of sending. */
  #adopt(files: string[]): void {
    this.#seal();
    for (const file of files) {
      try {
        this.#keep(file, linesOf(file).length);
      } catch (error) {
        this.#keep(file, 1); // nobody knows how many: it is read again when its turn comes
        this.#tell(error);
      }
    }
    this.#more();
  }

  /** Another process took our files while this one was asleep: it sends them. */
  #forget(): void {
    this.#writer?.close();
    this.#writer = undefined;
    this.#loaded = undefined;
    this.#sealed = [];
    this.#sealedCount = 0;
  }
}
