import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmdirSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { TAKEN } from './spool-segment.js';

const BEAT_MS = 10_000;
/** A process suspended for this long may have been taken for dead. */
const ASLEEP_MS = 40_000;
const DEAD_MS = 60_000;

/** The scope in which a process id is unique: containers have separate ids and may even share a host name. */
const PLACE = `${hostname()} ${processNamespace()}`.replace(/[^\w-]/g, '_');

interface Listener {
  /** Called with files that a dead process left and that this one now owns. */
  found(files: string[]): void;
  /** Called when another process has taken over our files. */
  lost(): void;
}

/**
 * The folder of one process within a shared spool. Its modification time is a heartbeat. A process that finds a stale
 * folder takes it over by renaming it, which only one can do. A process that was suspended for long checks whether it
 * was taken for dead before it writes.
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
    // A cleanup may have removed the empty folder.
    mkdirSync(this.#path, { recursive: true, mode: 0o700 });
    return join(this.#path, `${String(++this.#files).padStart(8, '0')}.ndjson`);
  }

  checkOwned(): void {
    if (Date.now() - this.#beaten > ASLEEP_MS) this.#beat();
  }

  /** Takes over the folders of dead processes. */
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
        continue; // another process was faster
      }
      const files = this.#filesOf(mine, folder);
      if (files.length > 0) this.#listener.found(files);
    }
  }

  /** Releases the files for another process. */
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
      // Tried again when it can be read.
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
      // The disk may be gone or full; a loss shows in append.
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

/** Lists the files of a folder, oldest first. @throws when the folder exists but cannot be read */
function segmentsIn(folder: string): string[] {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => file.endsWith('.ndjson'))
      .sort((one, other) => (byAge(one) < byAge(other) ? -1 : 1))
      .map((file) => join(folder, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []; // it is gone
    throw error;
  }
}

/** Files taken over are older than files written here: names sort before numbers, and numbers by value. */
const byAge = (file: string) =>
  file.replace(/\d+/g, (digits) => digits.padStart(8, '0')).replace(/(^|[\\/])(?=\d)/g, '$1~');

/** Deletes folders that contain only folders. @throws for a file, which may hold events */
function tidy(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) tidy(join(folder, entry.name));
  rmdirSync(folder);
}
