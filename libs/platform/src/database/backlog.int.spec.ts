import { afterEach, describe, expect, it } from '@jest/globals';
import { useDatabase } from '@dundun/testing';
import { register } from 'prom-client';
import { BacklogMetrics } from './backlog.repository.js';

describe('BacklogMetrics', () => {
  const db = useDatabase();
  let metrics: BacklogMetrics;
  afterEach(() => metrics.onModuleDestroy());

  const read = async (name: string) =>
    (await register.getSingleMetric(name)!.get()).values.map(({ labels, value }) => [labels.work, value]);

  it('report depth and age of waiting rows, also when there are none', async () => {
    await db.database.execute('CREATE TABLE dishes (id int PRIMARY KEY, due_at timestamptz)');
    await db.database.execute('CREATE TABLE shirts (id int PRIMARY KEY, due_at timestamptz)');
    await db.database.execute(
      `INSERT INTO dishes VALUES (1, now() - interval '100 seconds'), (2, now() + interval '1 hour'), (3, NULL)`,
    );
    metrics = new BacklogMetrics(db.database, [
      { work: 'washing', table: 'dishes' },
      { work: 'ironing', table: 'shirts' },
      { work: 'drying', table: 'dishes', where: 'id > 1' },
    ]);
    expect(await read('dundun_backlog_depth')).toEqual([
      ['washing', 2],
      ['ironing', 0],
      ['drying', 1],
    ]);
    const [[, age], [, none]] = (await read('dundun_backlog_oldest_seconds')) as [[string, number], [string, number]];
    expect(age).toBeGreaterThanOrEqual(90);
    expect(age).toBeLessThan(200);
    expect(none).toBe(0);
  });

  it('are empty while the database does not answer', async () => {
    metrics = new BacklogMetrics(db.database, [{ work: 'nothing', table: 'no_such_table' }]);
    expect(await read('dundun_backlog_depth')).toEqual([]);
  });
});
