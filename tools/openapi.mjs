// Writes apps/api/openapi.json from the built controllers; `--check` fails when it is out of date.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './root.mjs';
import { buildServer } from './start/build.mjs';

const FILE = inRoot('apps/api/openapi.json');
await buildServer({});
const made = execFileSync(process.execPath, [inRoot('apps/dundun/dist/write-openapi.js')], {
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
});

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, made);
} else if (readFileSync(FILE, 'utf8') !== made) {
  console.error('apps/api/openapi.json differs from the controllers: run `npm run openapi` and review the difference.');
  process.exit(1);
}
