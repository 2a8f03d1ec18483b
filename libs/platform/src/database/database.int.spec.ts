/**
 * Depends on the version of PostgreSQL: locks, snapshots, plans and partitions differ between releases.
 * @half both
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnavailableError } from '@dundun/domain';
import { useDatabase } from '@dundun/testing';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { createLogger } from '../config/logger.js';
import { Database } from './database.js';
import { dataSourceOptions } from './database.module.js';

const PATIENCE_MS = 3_000;

describe('Database', () => {
  const db = useDatabase();
  let source: DataSource;
  let database: Database;

  beforeAll(async () => {
    await db.database.execute('CREATE TABLE things (id int PRIMARY KEY)');
    const options = dataSourceOptions(db.config, createLogger('test', 'silent')) as { extra: object };
    // One connection on which only the client times out: as behind PgBouncer, or with a network that drops all packets.
    const extra = { ...options.extra, max: 1, query_timeout: PATIENCE_MS, statement_timeout: 0 };
    source = await new DataSource({ ...options, extra } as DataSourceOptions).initialize();
    database = new Database(source, true);
  });
  afterAll(() => source.destroy());

  const stored = async (id: number) => (await db.database.query('SELECT FROM things WHERE id = $1', [id])).length === 1;

  it('runs statements without JIT compilation', async () => {
    expect(await db.database.query('SHOW jit')).toEqual([{ jit: 'off' }]);
  });

  it('never returns a connection that may still be inside a transaction', async () => {
    const cut = database.transaction(async () => {
      await database.execute('INSERT INTO things VALUES (1)');
      await database.execute(`SELECT pg_sleep(${(PATIENCE_MS * 3) / 1000})`);
    });
    await expect(cut).rejects.toBeInstanceOf(UnavailableError);
    await database.execute('INSERT INTO things VALUES (2)');
    expect([await stored(1), await stored(2)]).toEqual([false, true]);
  });

  it('runs every effect after the commit without failing the caller', async () => {
    const ran: string[] = [];
    const result = await database.transaction(async () => {
      await database.execute('INSERT INTO things VALUES (3)');
      database.afterCommit(() => {
        throw new Error('an effect failed');
      });
      database.afterCommit(() => void ran.push('second'));
      return 'committed';
    });
    expect([result, ran, await stored(3)]).toEqual(['committed', ['second'], true]);
  });
});
