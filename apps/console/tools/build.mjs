// Bundles the libraries that the console imports, runs Next's build and adds what its standalone server needs.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
delete env.NODE_ENV; // always a production build, whatever the caller's setting

// Next finds neither the sources of a library by its import nor `./file.js` as `file.ts`.
await build({
  absWorkingDir: here(''),
  entryPoints: {
    client: '../../libs/client/src/index.ts',
    domain: '../../libs/domain/src/index.ts',
    membership: '../../libs/domain/src/membership.ts',
    'mail-design': '../../libs/domain/src/mail-design/index.ts',
  },
  outdir: 'dist',
  bundle: true,
  packages: 'external',
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
});

rmSync(here('.next/standalone'), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [next, 'build'], { cwd: here(''), env, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

// The server looks for these next to itself; Next omits them because a CDN could serve them.
for (const folder of ['.next/static', 'public']) {
  if (existsSync(here(folder)))
    cpSync(here(folder), here(`.next/standalone/apps/console/${folder}`), { recursive: true });
}

// Next's image optimiser, which the console does not use: 20 MB.
for (const name of ['sharp', '@img'])
  rmSync(here(`.next/standalone/node_modules/${name}`), { recursive: true, force: true });

// Rewritten by every build, and differently by `next dev`; src/next.d.ts declares the parts that matter.
rmSync(here('next-env.d.ts'), { force: true });
