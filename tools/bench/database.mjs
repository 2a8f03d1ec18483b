// What connections of the product to PostgreSQL do, seen from one connection beside them.
import { setTimeout as sleep } from 'node:timers/promises';
import { dim, say } from '../start/progress.mjs';
import { exactSeconds } from './cpu.mjs';

const LOOK_EVERY_MS = 50;
const QUIET_MS = 500;
const QUIET_LOOKS = 4;
const QUIET_SHARE = 0.1;

const BACKENDS = `
  SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'dundun %'`;
/** Writers, which hold back the horizon of the feed from when they get their id. */
const WRITERS = `
  SELECT backend_xid::text AS xid, application_name AS program, query FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND datname = current_database()`;

/** One connection for all looks at the database, whose CPU would otherwise be measured too. */
export async function connected(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // a broken connection also fails the pending query
  await client.connect();
  return client;
}

/** Waits until a query returns no rows. */
export async function settled(query, sql) {
  while ((await query(sql)).length > 0) await sleep(LOOK_EVERY_MS);
}

/** Waits until the product does little: insights follow what was done before. */
export async function quiet(query) {
  for (let quiet = 0; quiet < QUIET_LOOKS;) {
    const used = await cpuOf(query, () => sleep(QUIET_MS));
    quiet = used < (QUIET_MS / 1_000) * QUIET_SHARE ? quiet + 1 : 0;
  }
}

/** Returns the CPU seconds of the connections of the product, without vacuum and checkpoints, whose time is of everything before. */
export async function cpuOf(query, work) {
  const look = async () => new Map((await query(BACKENDS)).map(({ pid }) => [pid, exactSeconds(pid)]));
  const before = await look();
  await work();
  return [...(await look())].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
}

/** Notes the longest transaction that writes until it is told to end. */
export async function watchTransactions(url) {
  const client = await connected(url);
  let [longest, what, isOver] = [0, '', false];
  const seen = new Map();
  const watching = (async () => {
    while (!isOver) {
      const writers = (await client.query(WRITERS)).rows;
      for (const xid of [...seen.keys()]) if (!writers.some((writer) => writer.xid === xid)) seen.delete(xid);
      for (const { xid, program, query } of writers) {
        if (!seen.has(xid)) seen.set(xid, performance.now());
        const lasted = (performance.now() - seen.get(xid)) / 1_000;
        if (lasted > longest)
          [longest, what] = [lasted, `${program}: ${query.trim().split(/\s+/).slice(0, 12).join(' ')}`];
      }
      await sleep(LOOK_EVERY_MS);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await watching;
      await client.end();
      say(dim(`      The longest transaction ended with ${what}`));
      return longest;
    },
  };
}
