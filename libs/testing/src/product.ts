import { createHash, randomBytes } from 'node:crypto';
import { introduce } from './identity.js';
import { createPrepared, type MadeDatabase } from './made-database.js';
import { freePort, runNode, type Running } from './processes.js';
import { until } from './until.js';

/** A running installation. */
export interface Installation {
  apiUrl: string;
  databaseUrl: string;
  /** The environment of each of its processes. */
  environment: Record<string, string>;
}

/** A workspace of an installation, with its credentials and its owner. */
export interface Tenant extends Installation {
  workspaceId: number;
  apiKey: string;
  apiSecret: string;
  email: string;
  password: string;
}

/** The built product, running for one spec file on its own database, with the bootstrapped workspace. */
export interface Product extends Tenant {
  consoleUrl: string;
  api: Running;
  /** Starts another worker. */
  startWorker(extra?: Record<string, string>): Promise<Running>;
  /** Starts the api again, or another one if `extra` has an API_PORT. */
  startApi(extra?: Record<string, string>): Promise<Running>;
  close(): Promise<void>;
}

export interface ProductOptions {
  environment?: Record<string, string>;
  workers?: number;
  console?: boolean;
}

const MIGRATOR = 'apps/dundun/dist/migrator.js';

/** Starts api, workers and, on request, the console as processes from `dist`, on free ports. */
export async function startProduct({
  environment = {},
  workers = 1,
  console: withConsole = false,
}: ProductOptions = {}): Promise<Product> {
  const [apiPort, consolePort] = [await freePort(), await freePort()];
  const running: Running[] = [];
  const redis: Record<string, string> =
    process.env.TEST_QUEUE === 'redis'
      ? { REDIS_URL: process.env.TEST_REDIS_URL ?? '', REDIS_PREFIX: `test-${randomBytes(4).toString('hex')}` }
      : {};
  const settings = {
    SECRET_KEY: 'cd'.repeat(32),
    SMTP_URL: 'inbox:',
    BOOTSTRAP_API_KEY: 'dk_test',
    BOOTSTRAP_API_SECRET: 'ds_test_secret',
    BOOTSTRAP_EMAIL: 'owner@dundun.test',
    BOOTSTRAP_PASSWORD: 'correct horse battery',
    BOOTSTRAP_DOMAIN: 'dundun.test',
    DATABASE_POOL: '8',
    // No server listens there: a test that needs answers starts its own name server.
    DNS_SERVERS: '127.0.0.1:1',
    LOG_LEVEL: 'info',
    ...environment,
  };
  const bootstrap = async (url: string) => {
    await runMigrator({ ...settings, DATABASE_URL: url }, []);
    await introduce(url);
  };
  const made = environment.DATABASE_URL
    ? await theirs(environment.DATABASE_URL, bootstrap)
    : await createPrepared(`product_${hashOf(settings)}`, bootstrap);
  const env = {
    API_PORT: String(apiPort),
    CONSOLE_PORT: String(consolePort),
    ...redis,
    ...settings,
    DATABASE_URL: made.url,
  };
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const consoleUrl = `http://127.0.0.1:${consolePort}`;

  const start = async (
    file: string,
    ready: (process: Running) => Promise<boolean>,
    extra: Record<string, string> = {},
  ) => {
    const process = runNode(file, { ...env, ...extra });
    running.push(process);
    await until(`${file} is ready`, () => ended(process, file) || ready(process), { ms: 90_000 });
    return process;
  };
  const startApi = (extra: Record<string, string> = {}) => {
    const url = `http://127.0.0.1:${extra.API_PORT ?? apiPort}/health/ready`;
    return start('apps/dundun/dist/api.js', () => answers(url, extra.METRICS_TOKEN), extra);
  };
  const startWorker = async (extra?: Record<string, string>) => {
    const port = String(await freePort());
    const ready = () => answers(`http://127.0.0.1:${port}/health/ready`);
    return start('apps/dundun/dist/worker.js', ready, { WORKER_PORT: port, ...extra });
  };
  const close = async () => {
    await Promise.all(running.map((process) => process.stop()));
    await made.drop();
  };

  try {
    const [api] = await Promise.all([startApi(), ...Array.from({ length: workers }, () => startWorker())]);
    if (withConsole) {
      const extra = { PORT: String(consolePort), HOSTNAME: '127.0.0.1', API_URL: apiUrl, KEEP_ALIVE_TIMEOUT: '72000' };
      await start('apps/console/.next/standalone/apps/console/server.js', () => answers(`${consoleUrl}/login`), extra);
    }
    const {
      BOOTSTRAP_API_KEY: apiKey,
      BOOTSTRAP_API_SECRET: apiSecret,
      BOOTSTRAP_EMAIL: email,
      BOOTSTRAP_PASSWORD: password,
    } = env;
    return {
      apiUrl,
      consoleUrl,
      databaseUrl: made.url,
      workspaceId: 1,
      apiKey,
      apiSecret,
      email,
      password,
      environment: env,
      api,
      startApi,
      startWorker,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Uses a database that the test created and removes. */
async function theirs(url: string, bootstrap: (url: string) => Promise<void>): Promise<MadeDatabase> {
  await bootstrap(url);
  return { url, drop: async () => {} };
}

/** Runs an admin command of the migrator. @returns what it printed, parsed */
export const runAdmin = ({ environment }: Installation, ...args: string[]) => runMigrator(environment, args);

async function runMigrator(env: Record<string, string>, args: string[]): Promise<unknown> {
  const { child, output } = runNode(MIGRATOR, env, args);
  // Not `exit`: its last output may arrive later.
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`migrator ${args.join(' ')} ended with ${String(code)}:\n${output()}`);
  const last = output().trim().split('\n').pop() ?? '';
  return last.startsWith('{') || last.startsWith('[') ? (JSON.parse(last) as unknown) : last;
}

const hashOf = (settings: object) => createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 12);

const answers = (url: string, token = '') =>
  fetch(url, { headers: { Authorization: `Bearer ${token}` } }).then(
    (response) => response.ok,
    () => false,
  );

function ended({ child, output }: Running, file: string): false {
  if (child.exitCode !== null || child.signalCode !== null)
    throw new Error(`${file} ended before it was ready:\n${output().slice(-4_000)}`);
  return false;
}
