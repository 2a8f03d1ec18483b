import { Cannot } from '../cannot.mjs';
import { run } from '../run.mjs';
import { PROGRAMS } from './programs.mjs';
import { addressFor } from './ports.mjs';
import { isPlainTrouble } from './readable.mjs';

/** What every process of the service is started with, but for what the embedded database adds. */
export function serviceEnvironment({ env, host, dataDir, embedded }, ports) {
  return {
    NODE_ENV: 'production',
    HOST: host,
    API_PORT: String(ports.api),
    CONSOLE_PORT: String(ports.console),
    PUBLIC_URL: addressFor(host, ports.api),
    CONSOLE_URL: addressFor(host, ports.console),
    // The console on this machine passes on whom it speaks for.
    TRUST_PROXY: 'loopback',
    // Threads that sign mail also ask for names, and some of those never answer.
    UV_THREADPOOL_SIZE: '16',
    ...(embedded ? { EMBEDDED: 'true' } : {}),
    ...env,
    DATA_DIR: dataDir,
  };
}

/** Next's server has names of its own for where it listens. It is told no secret, since it needs none. */
export const consoleEnvironment = (settings, ports, { NODE_ENV, PATH, PUBLIC_URL }) => ({
  NODE_ENV,
  PATH,
  PUBLIC_URL,
  PORT: String(ports.console),
  HOSTNAME: settings.host,
  API_URL: addressFor(settings.host, ports.api),
});

/** Asks the server's own schema, and names all faults at once. */
export async function checkEnvironment(environment, { embedded, faults, signal }) {
  const args = [PROGRAMS.migrator, 'check-env', ...(embedded ? ['--embedded'] : [])];
  const { code, stderr } = await run(process.execPath, args, { env: environment, signal });
  const found = code === 0 ? [] : stderr.split('\n').filter(isPlainTrouble);
  const all = [...new Set([...found, ...faults])];
  if (all.length === 0 && code !== 0) all.push(`The check of the environment ended with code ${code}.`);
  if (all.length === 0) return;
  const count = all.length === 1 ? 'one fault' : `${all.length} faults`;
  throw new Cannot(`The environment has ${count}; nothing was started.\n${all.map((one) => `  - ${one}`).join('\n')}`);
}
