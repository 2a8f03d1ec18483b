import { build } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders in `dist` of a published library: a bundle as an ES module and one for `require`, each with its types. */
export const FORMATS = { esm: 'esm', cjs: 'cjs' };

const TYPES = { esm: 'module', cjs: 'commonjs' };

/** Bundles `src/index.ts` of a library for `import` and for `require`. */
export async function bundle(folder, options) {
  for (const format of Object.values(FORMATS)) {
    const outdir = join(folder, 'dist', format);
    await build({
      entryPoints: [join(folder, 'src/index.ts')],
      outdir,
      bundle: true,
      format,
      logLevel: 'warning',
      ...options,
    });
    mkdirSync(outdir, { recursive: true });
    // The library's package.json says "module", which would also apply to the types next to a CommonJS file.
    writeFileSync(join(outdir, 'package.json'), `${JSON.stringify({ type: TYPES[format] })}\n`);
  }
}
