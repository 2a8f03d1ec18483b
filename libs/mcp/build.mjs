import { build } from 'esbuild';
import { rmSync } from 'node:fs';

rmSync(new URL('dist', import.meta.url), { recursive: true, force: true });
// The client library is bundled; only the dependencies that npm installs stay external.
await build({
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: ['@dundun/source'],
  external: ['@modelcontextprotocol/sdk', 'zod'],
  logLevel: 'warning',
});
