import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmdirSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { TAKEN } from './spool-segment.js';

const BEAT_MS = 10_000;
/** A process that did not run for so long may have been taken for dead. */
const ASLEEP_MS = 40_000;
const DEAD_MS = 60_000;

/** Where a process id means the same process: containers have ids of their own, and may even share a host name. */
const PLACE = `${hostname()} ${processNamespace()}`.replace(/[^\w-]/g, '_');

interface Listener {
  /** Files that a process left behind; they are ours now. */
  found(files: string[]): void;
  /** Our files are somebody else's now. */
  lost(): void;
}

/**
 * The folder of one process inside of the spool that several share. Its time of change is a heartbeat; whoever finds one without
 * takes it over by renaming it, which only one can do. A process that was stopped for long looks whether it was taken for dead
 * before it writes.
 */
export class SpoolFolder {
  readonly #root: string;
  readonly #listener: Listener;
  readonly #timer: NodeJS.Timeout;
  #path = '';
  #files = 0;
  #beaten = 0;

  constructor(root: string, listener: Listener) {
    this.#root = root;
    this.#listener = listener;
    this.#make();
    this.#timer = setInterval(() => this.#tick(), BEAT_MS).unref();
  }

  nextFile(): string {
    // Somebody who tidies up takes an empty folder away.
    mkdirSync(this.#path, { recursive: true, mode: 0o700 });
    return join(this.#path, `${String(++this.#files).padStart(8, '0')}.ndjson`);
  }

  checkOwned(): void {
    if (Date.now() - this.#beaten > ASLEEP_MS) this.#beat();
  }

  /** Takes over what processes left that are gone. */
  lookAround(): void {
    for (const name of readdirSync(this.#root)
      .filter((each) => each.startsWith('process.'))
      .sort()) {
      const folder = join(this.#root, name);
      if (folder === this.#path || !isAbandoned(folder, name)) continue;
      const mine = join(this.#path, `${TAKEN}${++this.#files}`);
      try {
        mkdirSync(this.#path, { recursive: true, mode: 0o700 });
        renameSync(folder, mine);
      } catch {
        continue; // another process was first
      }
      const files = this.#filesOf(mine, folder);
      if (files.length > 0) this.#listener.found(files);
    }
  }

  /** Leaves the files to whoever comes next. */
  leave(): void {
    clearInterval(this.#timer);
    try {
      tidy(this.#path);
    } catch {
      if (existsSync(this.#path)) utimesSync(this.#path, 0, 0);
    }
  }

  #filesOf(mine: string, folder: string): string[] {
    try {
      const files = segmentsIn(mine);
      if (files.length === 0) tidy(mine);
      return files;
    } catch {
      // It is looked at again when it can be read.
      if (existsSync(mine)) renameSync(mine, folder);
      return [];
    }
  }

  #make(): void {
    this.#path = join(this.#root, `process.${PLACE}.${process.pid}.${randomBytes(6).toString('hex')}`);
    mkdirSync(this.#path, { recursive: true, mode: 0o700 });
    this.#beaten = Date.now();
  }

  #tick(): void {
    try {
      this.#beat();
      this.lookAround();
    } catch {
      // A disk that is away or full now; what is lost by it shows in append.
    }
  }

  #beat(): void {
    const now = new Date();
    try {
      utimesSync(this.#path, now, now);
      this.#beaten = now.getTime();
    } catch {
      this.#make();
      this.#listener.lost();
    }
  }
}

function isAbandoned(folder: string, name: string): boolean {
  const [, place, pid] = name.split('.');
  if (place === PLACE && !isAlive(Number(pid))) return true;
  const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  return changed !== undefined && Date.now() - changed > DEAD_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return ''; // not Linux
  }
}

/** Oldest first. @throws when the folder is there and cannot be read */
function segmentsIn(folder: string): string[] {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => file.endsWith('.ndjson'))
      .sort((one, other) => (byAge(one) < byAge(other) ? -1 : 1))
      .map((file) => join(folder, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []; // somebody took it away
    throw error;
  }
}

/** What a process took over is older than what it wrote: numbers come after names, and small numbers before large ones. */
const byAge = (file: string) =>
  file.replace(/\d+/g, (digits) => digits.padStart(8, '0')).replace(/(^|[\\/])(?=\d)/g, '$1~');

/** Deletes folders with nothing but folders in them. @throws for a file: one that was not seen may have events in it */
function tidy(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) tidy(join(folder, entry.name));
  rmdirSync(folder);
}
