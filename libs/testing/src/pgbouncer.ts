import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './processes.js';
import { until } from './until.js';

/** Whether this machine has a `pgbouncer`. Tests that need one are skipped without it. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

/** A PgBouncer in transaction mode in front of one database. */
export interface PgBouncer {
  url: string;
  close(): Promise<void>;
}

/** @param connections how many it opens to the database, for any number of clients */
export async function aPgBouncer(databaseUrl: string, connections: number): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'dundun-pgbouncer-'));
  chmodSync(folder, 0o755); // it refuses to be root, and has to read its settings as somebody else
  const own = await freePort();
  const target = [`host=${hostname}`, `port=${port || 5432}`, `user=${decodeURIComponent(username)}`];
  if (password) target.push(`password=${decodeURIComponent(password)}`);
  const settings = [
    '[databases]',
    `* = ${target.join(' ')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
    'max_client_conn = 200',
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${settings.join('\n')}\n`);
  const child = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], { stdio: 'ignore' });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  await until('pgbouncer listens', () => listens(own));
  return {
    url: `postgresql://anybody@127.0.0.1:${own}${pathname}`,
    close: async () => {
      child.kill('SIGINT');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
