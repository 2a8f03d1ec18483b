import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of a file next to the bundled programs; undefined when the library runs unbundled, as in tests. */
export function bundledFile(name: string): string | undefined {
  const file = fileURLToPath(new URL(name, import.meta.url));
  return existsSync(file) ? file : undefined;
}
