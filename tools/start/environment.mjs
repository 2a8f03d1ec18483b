import { Cannot } from '../cannot.mjs';
import { run } from '../run.mjs';
import { PROGRAMS } from './programs.mjs';
import { addressFor } from './ports.mjs';
import { isPlainTrouble } from './readable.mjs';

/** Returns the environment of every server process, without the variables that the embedded database adds. */
export function serviceEnvironment({ env, host, dataDir, embedded }, ports) {
  return {
    NODE_ENV: 'production',
    HOST: host,
    API_PORT: String(ports.api),
    CONSOLE_PORT: String(ports.console),
    PUBLIC_URL: addressFor(host, ports.api),
    CONSOLE_URL: addressFor(host, ports.console),
    // The console on this machine forwards the address of the browser.
    TRUST_PROXY: 'loopback',
    // DKIM signatures and DNS look-ups use the same threads, and a look-up may never be answered.
    UV_THREADPOOL_SIZE: '16',
    ...(embedded ? { EMBEDDED: 'true' } : {}),
    ...env,
    DATA_DIR: dataDir,
  };
}

/** Returns the environment of the console. Next's server has its own variables for address and port, and it needs no secret. */
export const consoleEnvironment = (settings, ports, { NODE_ENV, PATH, PUBLIC_URL }) => ({
  NODE_ENV,
  PATH,
  PUBLIC_URL,
  PORT: String(ports.console),
  HOSTNAME: settings.host,
  // Longer than proxies keep idle connections, as the API does: a proxy never meets one that is just closing.
  KEEP_ALIVE_TIMEOUT: '72000',
  API_URL: addressFor(settings.host, ports.api),
});

/** Checks the environment against the server's schema and reports all faults at once. @throws Cannot */
export async function checkEnvironment(environment, { embedded, faults, signal }) {
  const args = [PROGRAMS.migrator, 'check-env', ...(embedded ? ['--embedded'] : [])];
  const { code, stderr } = await run(process.execPath, args, { env: environment, signal });
  const found = code === 0 ? [] : stderr.split('\n').filter(isPlainTrouble);
  const all = [...new Set([...found, ...faults])];
  if (all.length === 0 && code !== 0) all.push(`The check of the environment ended with code ${code}.`);
  if (all.length === 0) return;
  const count = all.length === 1 ? 'one fault' : `${all.length} faults`;
  throw new Cannot(`The environment has ${count}. Nothing was started.\n${all.map((one) => `  - ${one}`).join('\n')}`);
}
