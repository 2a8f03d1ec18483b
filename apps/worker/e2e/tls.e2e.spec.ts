/**
 * PostgreSQL and a Redis Cluster that speak TLS only, with a private certificate and a login.
 * @half services
 * @slow starts both servers and the product
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { selfSigned } from '@dundun/providers/testing';
import {
  aPrivatePostgres,
  aPrivateRedis,
  caller,
  hasRedis,
  startProduct,
  until,
  type PrivatePostgres,
  type PrivateRedis,
  type Product,
} from '@dundun/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

if (!hasRedis) process.stdout.write('tls: no redis-server here, so this suite does not run\n');

(hasRedis ? describe : describe.skip)('servers that speak TLS only', () => {
  const certificate = selfSigned('127.0.0.1');
  let folder: string;
  let postgres: PrivatePostgres;
  let redis: PrivateRedis;
  let product: Product;

  const ask = async <T extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<T[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      let rows: T[] = [];
      for (const statement of statements) rows = (await client.query<T>(statement)).rows;
      return rows;
    } finally {
      await client.end();
    }
  };
  /** Lets the server write its own files, because it may run as another user. */
  const serverFile = (name: string, text: string) =>
    `COPY (SELECT unnest(string_to_array('${text.trim()}', E'\\n'))) TO PROGRAM 'umask 077; cat > ${name}'`;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dundun-tls-'));
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    writeFileSync(cert, certificate.cert);
    writeFileSync(key, certificate.key);
    redis = await aPrivateRedis({ cluster: true, guard: { cert, key, user: 'dundun', password: 's3cret' } });
    await redis.start();
    postgres = await aPrivatePostgres();
    await ask(
      postgres.url,
      serverFile('server.crt', certificate.cert),
      serverFile('server.key', certificate.key),
      'ALTER SYSTEM SET ssl = on',
      'SELECT pg_reload_conf()',
    );
    const url = `${postgres.url}?sslmode=verify-full&sslrootcert=${cert}`;
    await until('PostgreSQL speaks TLS', () => ask(url, 'SELECT').then(() => true, () => false)); // prettier-ignore
    product = await startProduct({
      environment: {
        DATABASE_URL: url,
        REDIS_URL: '',
        REDIS_CLUSTER: redis.url,
        NODE_EXTRA_CA_CERTS: cert,
      },
    });
  });
  afterAll(async () => {
    await product?.close();
    await redis?.kill();
    await postgres?.close();
    rmSync(folder, { recursive: true });
  });

  it('carry the whole service', async () => {
    const call = caller(product);
    const { body: ready } = await call('GET /health/ready', { as: 'none' });
    expect(ready).toMatchObject({ status: 'ok' });
    const mail = {
      from: { name: 'Ada', email: 'ada@dundun.test' },
      to: 'grace@example.com',
      subject: 'Hi',
      text: 'Hello',
    };
    const { body } = await call('POST /v1/send/email', { body: mail });
    await until('it is captured', async () => {
      const { body: shown } = await call(`GET /v1/messages/${body.id}`);
      return shown.status === 'captured';
    });
    // PostgreSQL 18 shows a connection that is still being opened, before its encryption.
    const plain = await ask<{ application_name: string }>(
      postgres.url,
      `SELECT a.application_name FROM pg_stat_activity a JOIN pg_stat_ssl USING (pid)
       WHERE NOT ssl AND a.client_addr IS NOT NULL AND a.pid <> pg_backend_pid() AND a.state <> 'starting'`,
    );
    expect(plain).toEqual([]);
  });

  it('are not trusted with another certificate', async () => {
    const other = join(folder, 'other.pem');
    writeFileSync(other, selfSigned('127.0.0.1').cert);
    const url = `${postgres.url}?sslmode=verify-full&sslrootcert=${other}`;
    await expect(ask(url, 'SELECT')).rejects.toThrow(/self.signed|certificate/);
  });
});
