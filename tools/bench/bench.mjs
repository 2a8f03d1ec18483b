// `npm run bench`: measures the goals of docs/benchmarks.md on the built product over real HTTP and SMTP. It needs only Node; a
// redis-server on the PATH adds the rows about Redis. It always exits with 0, because the result depends on the machine.
import '../start/node-version.mjs';
import { Cannot } from '../cannot.mjs';
import { inRoot, ROOT } from '../root.mjs';
import { run, tail } from '../run.mjs';
import { bold, say, step } from '../start/progress.mjs';
import { stopSignals } from '../start/signals.mjs';
import { removeFolder } from '../test/folder.mjs';
import { readArguments } from './arguments.mjs';
import { machine, writeDocument } from './document.mjs';
import { makeFolder } from './folder.mjs';
import { startLoad } from './load.mjs';
import { stopPrograms } from './processes.mjs';
import { makeProduct } from './product.mjs';
import { GROUPS } from './rows/groups.mjs';
import { startServices } from './services.mjs';
import { table } from './table.mjs';

const { asked: signal } = stopSignals();
let folder;

async function bench() {
  const { groups, seconds, pairs, people, events, write } = readArguments(process.argv.slice(2));
  folder = await makeFolder();
  await step('Build', build);
  const services = await startServices(folder, signal);
  const product = await makeProduct(services, { queue: services.redis ? 'redis' : 'postgres' });
  const [api, load] = [await product.startApi(), startLoad(folder)];
  say(`\n${pairs} rounds of ${seconds} s, in alternating order\n`);
  const rows = [];
  for (const name of groups) {
    signal.throwIfAborted();
    say(bold(`  ${name}`));
    rows.push(...(await GROUPS[name]({ services, product, api, load, folder, seconds, pairs, people, events })));
  }
  const measured = `Measured on ${machine(services)}; ${pairs} rounds of ${seconds} s each.\n\n${table(rows)}`;
  say(`\n${measured}\n`);
  if (write) writeDocument(measured);
}

async function build() {
  const args = [inRoot('tools/nx.mjs'), 'run-many', '-t', 'build', '--exclude=@dundun/console'];
  const { code, stdout, stderr } = await run(process.execPath, args, { cwd: ROOT, signal });
  if (code !== 0) throw new Cannot(`The build failed:\n${tail(stdout + stderr, 40)}`);
}

const ended = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
try {
  await Promise.race([bench(), ended]);
} catch (error) {
  if (!signal.aborted) console.error(`\n${error instanceof Cannot ? error.message : error.stack}\n`);
}
await stopPrograms();
if (folder) await removeFolder(folder);
process.exit(0);
