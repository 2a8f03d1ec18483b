import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Returns the JSON in a file, or `otherwise` when the file is missing. */
export const readJson = (file, otherwise) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : otherwise);

/** Writes a file that only its owner can read, completely or not at all. */
export function writePrivate(file, text) {
  const half = `${file}.${process.pid}`;
  writeFileSync(half, text, { mode: 0o600 });
  renameSync(half, file);
}

export const writeJson = (file, value) => writePrivate(file, `${JSON.stringify(value, null, 2)}\n`);
