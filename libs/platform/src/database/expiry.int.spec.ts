import { describe, expect, it } from '@jest/globals';
import { useDatabase } from '@dundun/testing';
import { createLogger } from '../config/logger.js';
import { ExpiredRows } from './expiry.timer.js';

describe('ExpiredRows', () => {
  const db = useDatabase();

  it('deletes all expired rows and nothing else', async () => {
    await db.database.execute('CREATE TABLE leaves (id int PRIMARY KEY, fell_at timestamptz NOT NULL)');
    await db.database.execute(
      "INSERT INTO leaves SELECT n, now() - n * interval '1 minute' - interval '30 seconds' FROM generate_series(1, 3000) n",
    );
    const rows = new ExpiredRows(
      db.database,
      [
        { table: 'no_such_table', column: 'at', after: '1 day' },
        { table: 'leaves', column: 'fell_at', after: '10 minutes' },
      ],
      createLogger('test', 'silent'),
    );
    await rows.round();
    expect(await db.database.query('SELECT count(*)::int AS count, max(id) AS oldest FROM leaves')).toEqual([
      { count: 9, oldest: 9 },
    ]);
  });
});
