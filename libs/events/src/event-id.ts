import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const pool = Buffer.alloc(16 * 1024);
let used = pool.length;
let msecs = 0;
let sequence = 0;

/**
 * A uuid v7, each greater than the one before in this process, as `v7()` makes them too. That asks the operating
 * system for sixteen bytes each time, which was the dearest part of storing an event; here it is asked once in a thousand.
 */
export function eventId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, (used += 16));
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    // Half of the range stays free above it, so that counting up never comes round within a millisecond.
    sequence = random.readUInt32BE(6) >>> 1;
  } else sequence++;
  return v7({ random, msecs, seq: sequence });
}
