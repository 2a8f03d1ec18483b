import { closeSync, openSync, readFileSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const FULL_BYTES = 1_000_000;
/** The name prefix of a folder taken over from another process. */
export const TAKEN = 'taken.';

/** Appends lines to a file; each has reached the operating system when `append` returns. */
export class SegmentWriter {
  count = 0;
  #bytes = 0;
  #torn = false;
  readonly #descriptor: number;

  constructor(readonly file: string) {
    this.#descriptor = openSync(file, 'ax', 0o600);
  }

  get isFull(): boolean {
    return this.#bytes >= FULL_BYTES;
  }

  append(line: string): void {
    const bytes = Buffer.from(`${this.#torn ? '\n' : ''}${line}\n`);
    // A full disk may have stored part of the line, so the next one starts on a line of its own.
    this.#torn = true;
    for (let written = 0; written < bytes.length;) written += writeSync(this.#descriptor, bytes, written);
    this.#torn = false;
    this.#bytes += bytes.length;
    this.count++;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/**
 * Returns the complete lines of a file, without a line that was torn when its process died.
 * @throws when an existing file cannot be read, which says nothing about its content
 */
export function linesOf(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []; // it is gone
    throw error;
  }
  return text.split('\n').filter(isEvent);
}

function isEvent(line: string): boolean {
  try {
    const { id, event_id } = JSON.parse(line) as { id?: unknown; event_id?: unknown };
    return typeof id === 'string' && typeof event_id === 'string';
  } catch {
    return false;
  }
}

/** Deletes a file, and its folder if that was taken over and is now empty. */
export function remove(file: string): void {
  rmSync(file, { force: true });
  const folder = dirname(file);
  if (!basename(folder).startsWith(TAKEN)) return;
  try {
    rmdirSync(folder);
  } catch {
    // not empty
  }
}
