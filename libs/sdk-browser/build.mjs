import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import { bundle } from '../../tools/library/bundle.mjs';
import { writeDeclarations } from '../../tools/library/declarations.mjs';

const folder = import.meta.dirname;
const options = { platform: 'browser', target: 'es2020', minify: true };
rmSync(new URL('dist', import.meta.url), { recursive: true, force: true });
await bundle(folder, options);
writeDeclarations(folder);
// For a script tag: `dundun.init(…)`.
await build({
  ...options,
  entryPoints: [`${folder}/src/index.ts`],
  outfile: `${folder}/dist/dundun.min.js`,
  bundle: true,
  format: 'iife',
  globalName: 'dundun',
});
