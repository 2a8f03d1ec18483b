// Bundles the server programs of this workspace, straight from the TypeScript sources, into apps/dundun/dist: one file per
// program and the chunks they share. The folder needs nothing beside it: no node_modules and no other build output.
import { build } from 'esbuild';
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { inRoot, ROOT } from '../../../tools/root.mjs';
import { readJson } from '../../../tools/start/small-file.mjs';
import { decorators } from './decorators.mjs';
import { licences } from './licences.mjs';

const DIST = inRoot('apps/dundun/dist');

/** Programs by the name of their file. Sandboxed ones are found beside the program that forks them (`bundledFile` of platform). */
const PROGRAMS = {
  api: 'apps/api/src/main.ts',
  worker: 'apps/worker/src/main.ts',
  migrator: 'apps/migrator/src/main.ts',
  'write-openapi': 'apps/api/src/write-openapi.ts',
  'render-process': 'libs/messaging/src/templates/render-process.ts',
  'mapping-process': 'libs/sources/src/mapping/mapping-process.ts',
};

/** Optional dependencies that are not installed: their importers catch the failure, or are never asked for them. */
const ABSENT = [
  'pg-cloudflare',
  'pg-native',
  'supports-color',
  'typescript', // htmlnano reads configuration files with it
  '@fastify/multipart',
  '@fastify/view',
  '@nestjs/microservices*',
  '@nestjs/platform-express',
  '@nestjs/websockets*',
  '@valkey/valkey-glide',
];

/** What Swagger UI serves; the rest of the package is other builds of the same and their source maps. */
const SWAGGER_UI = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui-standalone-preset.js',
  'swagger-ui-standalone-preset.js.LICENSE.txt',
  'favicon-16x16.png',
  'favicon-32x32.png',
  'oauth2-redirect.html',
  'oauth2-redirect.js',
];

/** Names that CommonJS packages expect. What they are made with must not meet a name of the bundled code. */
const COMMONJS = [
  "import { createRequire as $createRequire } from 'node:module';",
  "import { fileURLToPath as $fileURLToPath } from 'node:url';",
  "import { dirname as $dirname } from 'node:path';",
  'const require = $createRequire(import.meta.url);',
  'const __filename = $fileURLToPath(import.meta.url);',
  'const __dirname = $dirname(__filename);',
].join('\n');

/** esbuild's helper that restores the name of a function or class each time one is created. */
const NAME = 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });';
/** The same, but only while the program loads: decorators and Swagger read names then. Later it would slow a hot route by a fifth. */
const NAME_AT_LOAD = [
  'var __loads = true;',
  'setImmediate(() => (__loads = false));',
  'var __name = (target, value) => (__loads ? __defProp(target, "name", { value, configurable: true }) : target);',
].join(' ');

const { metafile, outputFiles } = await build({
  absWorkingDir: ROOT,
  entryPoints: PROGRAMS,
  outdir: DIST,
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: ['@dundun/source'],
  plugins: [decorators],
  keepNames: true, // logs show class names, and TypeORM names migrations by them
  sourcemap: true, // read by `node --enable-source-maps`
  sourcesContent: false,
  legalComments: 'none', // licences.txt has the full texts
  metafile: true,
  external: ABSENT,
  banner: { js: COMMONJS },
  logLevel: 'warning',
  write: false,
});

const bundled = [...new Set(Object.keys(metafile.inputs).flatMap((file) => packageOf(file) ?? []))].sort();
refuseDevelopmentPackages();
if (!outputFiles.some(({ text }) => text.includes(NAME)))
  throw new Error('esbuild keeps names in a different way: adapt NAME in bundle.mjs');

// Complete before it takes the place of the last build.
const made = `${DIST}-${process.pid}`;
mkdirSync(made);
for (const { path, text } of outputFiles) {
  const code = path.endsWith('.js') ? inLatin1(text.replace(NAME, NAME_AT_LOAD)) : text;
  writeFileSync(join(made, basename(path)), code);
}
copySwaggerUi();
writeFileSync(join(made, 'licences.txt'), licences([...bundled, 'node_modules/swagger-ui-dist']));
writeFileSync(join(made, 'package.json'), '{ "type": "module" }\n');
rmSync(DIST, { recursive: true, force: true, maxRetries: 3 });
renameSync(made, DIST);

/**
 * Escapes characters beyond Latin-1: one of them in a comment makes V8 keep a whole file in two bytes per character, which
 * cost each process 15 MB. esbuild has escaped strings; what remains is in comments, regular expressions and templates.
 */
function inLatin1(code) {
  // An escape would change a raw template.
  if (/String\.raw`[^`]*[^\0-\xff]/.test(code)) return code;
  return code.replace(/(\\*)([^\0-\xff])/g, (_, slashes, wide) => {
    const escaped = `\\u${wide.charCodeAt(0).toString(16).padStart(4, '0')}`;
    // A backslash of its own before the character escapes it already.
    return slashes.slice(slashes.length % 2) + escaped;
  });
}

/** Bundled code is shipped, so it must not come from a development dependency. */
function refuseDevelopmentPackages() {
  const { packages } = readJson(inRoot('package-lock.json'));
  const strays = bundled.filter((path) => packages[path]?.dev);
  if (strays.length > 0) throw new Error(`Bundled, but a development dependency: ${strays.join(', ')}`);
}

function copySwaggerUi() {
  const from = dirname(createRequire(inRoot('package.json')).resolve('swagger-ui-dist/package.json'));
  for (const name of SWAGGER_UI) cpSync(join(from, name), join(made, 'swagger-ui', name));
  cpSync(inRoot('libs/platform/src/server/docs-page'), join(made, 'swagger-ui'), { recursive: true });
}

/** The folder of the npm package that a file belongs to, relative to the workspace; undefined for our own files. */
function packageOf(file) {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(relative(ROOT, join(ROOT, file)))?.[1];
}
