// `node tools/bundle.mjs <entry…>`, in the folder of an app: makes dist/<entry>.js of dist/modules/<entry>.js and all that it imports.
// Node needs longer to open three thousand files than to run them; bundled, a process is ready in less than half the time.
import { build } from 'esbuild';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { ROOT } from './root.mjs';

/** What stays in node_modules: finds its own files there, or is asked for only when somebody has installed it. */
const OUTSIDE = [
  'mjml',
  'pg-native',
  'supports-color',
  'swagger-ui-dist',
  'typeorm',
  '@fastify/multipart',
  '@fastify/view',
  '@nestjs/microservices*',
  '@nestjs/platform-express',
  '@nestjs/websockets*',
];

/** Packages that were written for CommonJS ask for these. */
const COMMONJS = [
  "import { createRequire as createRequireOf } from 'node:module';",
  "import { fileURLToPath as pathOf } from 'node:url';",
  "import { dirname as folderOf } from 'node:path';",
  'const require = createRequireOf(import.meta.url);',
  'const __filename = pathOf(import.meta.url);',
  'const __dirname = folderOf(__filename);',
].join('\n');

/** How esbuild gives a function or a class its own name back, each time that it is made. */
const NAME = 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });';
/** The same while the program loads, which is when decorators and Swagger ask for names. Closures cost a hot route a fifth otherwise. */
const NAME_AT_LOAD = [
  'var __loads = true;',
  'setImmediate(() => (__loads = false));',
  'var __name = (target, value) => (__loads ? __defProp(target, "name", { value, configurable: true }) : target);',
].join(' ');

const entries = process.argv.slice(2);
const { metafile, outputFiles } = await build({
  entryPoints: Object.fromEntries(entries.map((entry) => [entry, `dist/modules/${entry}.js`])),
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  keepNames: true, // the names of classes are in logs, and TypeORM names migrations by them
  sourcemap: true, // read by `node --enable-source-maps`
  sourcesContent: false,
  metafile: true,
  external: OUTSIDE,
  banner: { js: COMMONJS },
  logLevel: 'warning',
  write: false,
});

if (!outputFiles.some(({ text }) => text.includes(NAME))) throw new Error('esbuild keeps names in another way now');
rmSync('dist/chunks', { recursive: true, force: true }); // those of earlier builds have other names
for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replace(NAME, NAME_AT_LOAD));
}

/** What is bundled is shipped, so it must not come from a package that is only there for development. */
const { packages } = JSON.parse(readFileSync(`${ROOT}/package-lock.json`, 'utf8'));
const bundled = new Set(Object.keys(metafile.inputs).map((file) => packageOf(relative(ROOT, file))));
const strays = [...bundled].filter((path) => packages[path]?.dev);
if (strays.length > 0) throw new Error(`in the program, but only for development: ${strays.join(', ')}`);

function packageOf(file) {
  const [, path = ''] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return path;
}
