// `npm run worker`: one more worker for an installation that already runs, on this machine or another.
import './start/node-version.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Cannot } from './cannot.mjs';
import { ROOT } from './root.mjs';
import { buildServer } from './start/build.mjs';
import { installForStart } from './start/install.mjs';
import { PROGRAMS } from './start/programs.mjs';
import { step } from './start/progress.mjs';
import { readSettings } from './start/settings.mjs';
import { stopSignals } from './start/signals.mjs';

const END_WITH_US = new URL('end-with-parent.mjs', import.meta.url).href;
const { asked } = stopSignals();

async function work() {
  const { env, embedded } = readSettings(ROOT);
  if (embedded || !env.SECRET_KEY) {
    throw new Cannot('npm run worker needs DATABASE_URL and SECRET_KEY with the values of the api.');
  }
  await step('Packages', () => installForStart({ signal: asked }));
  await step('Build', () => buildServer({ signal: asked }));
  const worker = spawn(process.execPath, ['--import', END_WITH_US, PROGRAMS.worker], {
    env: { NODE_ENV: 'production', ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  asked.addEventListener('abort', () => worker.kill('SIGTERM'));
  const [code] = await once(worker, 'exit');
  return code ?? 1;
}

process.exitCode = await work().catch((error) => {
  console.error(error instanceof Cannot ? error.message : error.stack);
  return 1;
});
process.exit();
