// Next's own build, and what its standalone server needs beside it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
delete env.NODE_ENV; // whatever the caller's is, this is a build for production

rmSync(here('.next/standalone'), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [next, 'build'], { cwd: here(''), env, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

// The server looks for these next to itself; Next leaves them out because a CDN could serve them.
for (const folder of ['.next/static', 'public']) {
  if (existsSync(here(folder)))
    cpSync(here(folder), here(`.next/standalone/apps/console/${folder}`), { recursive: true });
}

// Written anew by every build, differently by `next dev`; src/next.d.ts says what is needed of it.
rmSync(here('next-env.d.ts'), { force: true });
