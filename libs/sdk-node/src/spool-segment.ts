import { closeSync, openSync, readFileSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const FULL_BYTES = 1_000_000;
/** How the name of a folder begins that another process left. */
export const TAKEN = 'taken.';

/** Appends lines to a file; each is with the operating system when `append` returns. */
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
    // A full disk may take the first half of it: what follows begins on a line of its own.
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
 * The whole lines of a file; the torn one of a process that died while it wrote is none.
 * @throws when a file that is there cannot be read, which says nothing about what is in it
 */
export function linesOf(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []; // somebody took it
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

/** Deletes a file, and the folder that was taken over with it when nothing is left in that. */
export function remove(file: string): void {
  rmSync(file, { force: true });
  const folder = dirname(file);
  if (!basename(folder).startsWith(TAKEN)) return;
  try {
    rmdirSync(folder);
  } catch {
    // there is more in it
  }
}
