// Writes apps/api/openapi.json from the built controllers; --check only says whether it is up to date.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../apps/api/openapi.json', import.meta.url);
const made = execFileSync(process.execPath, ['apps/api/dist/write-openapi.js'], {
  cwd: new URL('..', import.meta.url),
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
});

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, made);
} else if (readFileSync(FILE, 'utf8') !== made) {
  console.error(
    'apps/api/openapi.json is not what the controllers say: run `npm run openapi` and read the difference.',
  );
  process.exit(1);
}
