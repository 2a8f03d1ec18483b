/**
 * Depends on the version of PostgreSQL: every migration runs on the oldest and on the newest.
 * @half both
 */
import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import pg from 'pg';
import { patiently } from './migrate.js';
import { migratorLogger } from './migrator-logger.js';
import { run, useEmptyDatabase } from './testing.js';

const SECRETS = { BOOTSTRAP_API_SECRET: 'ds_given', BOOTSTRAP_PASSWORD: 'correct horse' };
const db = useEmptyDatabase();

describe('the migrator without arguments', () => {
  it('migrates an empty database and creates the first workspace once when three migrators race', async () => {
    const runs = await Promise.all([run(), run(), run()]);
    expect(runs.map(({ code, err }) => [code, err])).toEqual(Array(3).fill([0, '']));
    expect(runs.flatMap(({ out }) => out)).toEqual([
      {
        bootstrap: {
          workspace: '1',
          key: expect.stringMatching(/^dk_/),
          secret: expect.stringMatching(/^ds_/),
          browser_key: expect.stringMatching(/^dk_/),
          email: 'owner@dundun.local',
          password: expect.any(String),
          domain: 'dundun.test',
        },
      },
    ]);
    expect(await db.rows('SELECT name FROM templates')).toEqual([{ name: 'welcome' }]);
    expect(await db.rows('SELECT subject FROM template_versions')).toEqual([{ subject: 'Welcome, {{ name }}' }]);
    expect(
      await db.rows("SELECT count(*)::int AS months FROM pg_inherits WHERE inhparent = 'events'::regclass"),
    ).toEqual([{ months: 4 }]);
    expect(await db.rows("SELECT to_regclass('bullmq.migration') IS NOT NULL AS queue")).toEqual([{ queue: true }]);
    expect(await run()).toEqual({ code: 0, out: [], err: '' });
  });

  it('does not print secrets that it was given', async () => {
    Object.assign(process.env, SECRETS, {
      BOOTSTRAP_API_KEY: 'dk_given',
      BOOTSTRAP_BROWSER_KEY: 'dk_pages',
      BOOTSTRAP_EMAIL: 'o@example.com',
      BOOTSTRAP_DOMAIN: 'example.com',
    });
    const { out } = await run();
    expect(out).toEqual([
      {
        bootstrap: {
          workspace: '1',
          key: 'dk_given',
          browser_key: 'dk_pages',
          email: 'o@example.com',
          domain: 'example.com',
        },
      },
    ]);
  });

  it('creates no queue tables when the queue is on Redis', async () => {
    process.env.REDIS_URL = 'redis://127.0.0.1:1';
    expect((await run()).code).toBe(0);
    expect(await db.rows("SELECT to_regclass('bullmq.migration') AS queue")).toEqual([{ queue: null }]);
  });

  it('leaves nothing behind when the first workspace cannot be completed', async () => {
    process.env.BOOTSTRAP_DOMAIN = 'a-.example';
    expect(await run()).toEqual({ code: 1, out: [], err: 'domain must be a domain name.' });
    delete process.env.BOOTSTRAP_DOMAIN;
    expect((await run()).out).toHaveLength(1);
  });
});

describe('migrate', () => {
  it('migrates repeatedly and creates no workspace', async () => {
    const first = await run('migrate');
    expect(first.out).toEqual([
      {
        migrations: expect.arrayContaining(['CreateFoundation1780000000000', 'AddDomainChecks1790000000100']),
        partitions: expect.any(Array),
      },
    ]);
    expect((await run('migrate')).out).toEqual([{ migrations: [], partitions: [] }]);
    expect(await db.rows('SELECT 1 FROM workspaces')).toEqual([]);
  });

  it('gives up waiting for a locked table and retries', async () => {
    await run('migrate');
    await db.client.query('BEGIN');
    await db.client.query('LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE');
    const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'migrations'::regclass";
    const waits = async () => (await db.client.query(waiting)).rowCount === 1;
    const migrated = run('migrate');
    await until('it waits', waits);
    await until('it has given up', async () => !(await waits()));
    await until('it waits again', waits);
    await db.client.query('COMMIT');
    expect((await migrated).code).toBe(0);
  });

  it('retries after a deadlock with live traffic', async () => {
    await db.client.query('CREATE TABLE a (); CREATE TABLE b ()');
    const traffic = new pg.Client({ connectionString: db.url });
    await traffic.connect();
    // The traffic leaves deadlock detection to the migrator.
    await traffic.query("SET deadlock_timeout = '60s'; BEGIN; LOCK TABLE b");
    const [{ pid }] = (await traffic.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows as [
      { pid: number },
    ];
    const waits = async () => (await db.rows(`SELECT WHERE cardinality(pg_blocking_pids(${pid})) > 0`)).length > 0;
    let tries = 0;
    let crossing: Promise<unknown> = Promise.resolve();
    await patiently(migratorLogger('silent'), async () => {
      await db.client.query('BEGIN; LOCK TABLE a');
      if (++tries === 1) {
        crossing = traffic.query('LOCK TABLE a; COMMIT');
        // The migrator checks for a deadlock once, a second after it starts waiting; the traffic must be waiting by
        // then.
        await until('the traffic waits for the migrator', waits);
      }
      try {
        await db.client.query('LOCK TABLE b; COMMIT');
      } catch (error) {
        await db.client.query('ROLLBACK');
        throw error;
      }
    });
    await crossing;
    await traffic.end();
    expect(tries).toBe(2);
  });
});
