// `npm run release`: builds the client libraries and packs each into release/, as files to install or to publish. Every file is
// checked by publint (can it be resolved?) and attw (do types fit the code?). Options:
//   --to <folder>         instead of release/
//   --only <folder name>  one library of libs/
//   --repository <url>    address of the source, default: the remote `origin`; npm asks for it to prove the provenance
import { mkdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import './start/node-version.mjs';
import { Cannot } from './cannot.mjs';
import { faultsOf } from './release/check.mjs';
import { packLibrary } from './release/pack-library.mjs';
import { inRoot } from './root.mjs';
import { run, tail } from './run.mjs';

const LIBRARIES = ['sdk-node', 'sdk-browser', 'mcp'];

async function release() {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, only: { type: 'string' }, repository: { type: 'string' } },
  });
  const libraries = values.only === undefined ? LIBRARIES : LIBRARIES.filter((name) => name === values.only);
  if (libraries.length === 0) throw new Cannot(`--only must be one of ${LIBRARIES.join(', ')}`);
  const to = resolve(values.to ?? inRoot('release'));
  const repository = values.repository ?? (await origin());
  mkdirSync(to, { recursive: true });
  await build(libraries);
  for (const library of libraries) {
    const file = await packLibrary(inRoot('libs', library), { to, repository });
    const faults = await faultsOf(file);
    if (faults.length > 0) throw new Cannot(`${file} is not fit for publishing:\n${faults.join('\n')}`);
    console.log(relative(process.cwd(), file));
  }
}

/** Returns the address of the remote `origin` as a web address; undefined without one. */
async function origin() {
  const { code, stdout } = await run('git', ['remote', 'get-url', 'origin'], { cwd: inRoot() });
  const address = stdout
    .trim()
    .replace(/^git@([^:]+):/, 'https://$1/')
    .replace(/\.git$/, '');
  return code === 0 && address.startsWith('https://') ? address : undefined;
}

async function build(libraries) {
  const projects = libraries.map((name) => `@dundun/${name.replace(/^sdk-/, '')}`).join();
  const { code, stdout, stderr } = await run(process.execPath, [
    inRoot('tools/nx.mjs'),
    'run-many',
    '-t',
    'build',
    '-p',
    projects,
  ]);
  if (code !== 0) throw new Cannot(`The build failed:\n${tail(stdout + stderr)}`);
}

await release().catch((error) => {
  console.error(error instanceof Cannot ? error.message : error.stack);
  process.exitCode = 1;
});
