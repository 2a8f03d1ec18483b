import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs';

const MOST_BYTES = 20 * 1024 * 1024;

/** Opens an append-only log. At 20 MB the file is renamed to `<name>.1` and a new one begins. */
export function openLog(file) {
  let fd = openSync(file, 'a', 0o600);
  let bytes = statSync(file).size;
  return {
    write(line) {
      bytes += writeSync(fd, `${line}\n`);
      if (bytes < MOST_BYTES) return;
      closeSync(fd);
      renameSync(file, `${file}.1`);
      fd = openSync(file, 'a', 0o600);
      bytes = 0;
    },
    close: () => closeSync(fd),
  };
}
