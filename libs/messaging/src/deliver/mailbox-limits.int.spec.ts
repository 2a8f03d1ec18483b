import { beforeEach, describe, expect, it } from '@jest/globals';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { NIL } from 'uuid';
import { FIRST_RATE, limitOf, MailboxLimits, type MailboxKey } from './mailbox-limits.repository.js';

describe('MailboxLimits', () => {
  const db = useDatabase();
  let limits: MailboxLimits;
  let google: MailboxKey;

  beforeEach(async () => {
    limits = new MailboxLimits(db.database);
    google = { workspaceId: await aWorkspace(db.database), accountId: NIL, mailbox: 'google' };
  });

  /** Moves the limit back in time. */
  const pass = (seconds: number) =>
    db.database.execute(
      `UPDATE mailbox_limits SET changed_at = changed_at - $2 * interval '1 second', filled_at = filled_at - $2 * interval '1 second',
         busy = ARRAY(SELECT t - $2 * interval '1 second' FROM unnest(busy) AS t)
       WHERE workspace_id = $1`,
      [google.workspaceId, seconds],
    );
  const rate = async (key = google) => {
    const all = await new MailboxLimits(db.database).of(key.workspaceId);
    return all ? limitOf(all, key)?.perSecond : undefined;
  };
  const deferred = (key = google) => limits.defer(key, '421 4.7.28 Unusual rate');
  /** Takes until nothing is granted. */
  const takeAll = async (lane: 'fast' | 'bulk', one = limits) => {
    let granted = 0;
    while (await one.take(google, lane)) granted++;
    return granted;
  };

  it('knows nothing of a mailbox that never deferred, and grants every call to it', async () => {
    expect(await limits.of(google.workspaceId)).toBeNull();
    expect(await limits.take(google, 'bulk')).toBe(true);
    expect(await rate()).toBeUndefined();
  });

  it('limits a mailbox at its first deferral, halves at later ones, and keeps one call a minute', async () => {
    await deferred();
    expect(await rate()).toBe(FIRST_RATE);
    await pass(6);
    await deferred();
    expect(await rate()).toBe(FIRST_RATE / 2);
    for (let times = 0; times < 12; times++) {
      await pass(6);
      await deferred();
    }
    expect(await rate()).toBeCloseTo(1 / 60);
  });

  it('counts deferrals of calls that were in flight together once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => deferred()));
    expect(await rate()).toBe(FIRST_RATE);
  });

  it('limits one account and one mailbox provider only', async () => {
    await deferred();
    expect(await rate({ ...google, mailbox: 'yahoo' })).toBeUndefined();
    expect(await rate({ ...google, accountId: '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10' })).toBeUndefined();
  });

  it('limits two workers together', async () => {
    await deferred();
    await pass(2);
    const other = new MailboxLimits(await db.another());
    const granted = (await takeAll('bulk')) + (await takeAll('bulk', other));
    expect(granted).toBeGreaterThanOrEqual(1);
    expect(granted).toBeLessThanOrEqual(FIRST_RATE);
  });

  it('leaves a one-time password a call while a campaign waits', async () => {
    await deferred();
    await pass(60);
    await takeAll('bulk');
    expect(await limits.take(google, 'fast')).toBe(true);
  });

  it('grants as many calls at a time as its rate a second, and counts those of a killed worker for a minute', async () => {
    await deferred();
    for (let seconds = 0; seconds < 10; seconds++) {
      await db.database.execute("UPDATE mailbox_limits SET filled_at = filled_at - interval '1 second'");
      await takeAll('bulk');
    }
    const busy = async () =>
      (await db.database.query<{ count: number }>('SELECT cardinality(busy) AS count FROM mailbox_limits WHERE workspace_id = $1', [google.workspaceId]))[0]?.count; // prettier-ignore
    expect(await busy()).toBe(FIRST_RATE);
    await limits.end(google, false);
    expect(await limits.take(google, 'bulk')).toBe(true);
    expect(await limits.take(google, 'bulk')).toBe(false);
    await pass(61);
    expect(await limits.take(google, 'bulk')).toBe(true);
    expect(await busy()).toBe(1);
  });

  it('rises while mail is accepted, and is lifted in the end', async () => {
    await deferred();
    await limits.end(google, true);
    expect(await rate()).toBe(FIRST_RATE);
    await pass(11);
    await limits.end(google, false);
    expect(await rate()).toBe(FIRST_RATE);
    await limits.end(google, true);
    expect(await rate()).toBe(FIRST_RATE + 0.5);
    for (let times = 0; (await rate()) !== undefined; times++) {
      expect(times).toBeLessThan(30);
      await pass(11);
      await limits.end(google, true);
    }
    expect(await limits.take(google, 'bulk')).toBe(true);
  });

  it('doubles a small rate', async () => {
    await deferred();
    await db.database.execute('UPDATE mailbox_limits SET per_second = 0.02 WHERE workspace_id = $1', [
      google.workspaceId,
    ]);
    await pass(11);
    await limits.end(google, true);
    expect(await rate()).toBeCloseTo(0.04);
  });

  it('is forgotten after an hour without a change', async () => {
    await deferred();
    await pass(3_601);
    expect(await rate()).toBeUndefined();
  });
});
