import { fileURLToPath } from 'node:url';
import { startProgram, tell } from './processes.mjs';

const FILE = fileURLToPath(new URL('programs/load.mjs', import.meta.url));

/** Starts the load generator: `load(port, kind, options)` runs one burst. */
export function startLoad(folder) {
  const child = startProgram('load', FILE, { folder });
  return (port, kind, options) => tell(child, { port, kind, ...options });
}
