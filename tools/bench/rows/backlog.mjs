import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { alternate, compared } from '../alternate.mjs';
import { call } from '../call.mjs';
import { MAIL } from '../mail.mjs';
import { hear, startProgram, stopProgram } from '../processes.mjs';
import { makeProduct } from '../product.mjs';
import { emailBody } from '../requests.mjs';

const SINK = fileURLToPath(new URL('../programs/sink.mjs', import.meta.url));
const WAITING = 200_000;
/** A statement of the bench may take ten seconds. */
const PIECE = 20_000;
const PASSWORD_EVERY_MS = 50;
/** After the last one-time password, until it was handed over in the worst case worth measuring. */
const SETTLE_MS = 2_000;
const TABLES = ['messages', 'attempts', 'message_people'];

const SENDER = JSON.stringify({ name: MAIL.from.name, address: MAIL.from.email });
const CONTENT = JSON.stringify({ subject: MAIL.subject, html: MAIL.html, text: MAIL.text });
const BULK = `
  INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content)
  SELECT 1, gen_random_uuid(), 'email', 'bulk', $1::jsonb, jsonb_build_array(jsonb_build_object(
    'address', 'reader-' || number || '@readers.test', 'name', NULL, 'kind', 'to', 'status', 'queued', 'detail', NULL)),
    $2::jsonb
  FROM generate_series(1, $3::int) AS number`;
const MEASURED = `
  SELECT count(*) FILTER (WHERE lane = 'bulk')::int AS bulk,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY ms) FILTER (WHERE lane = 'fast') AS p50,
    percentile_disc(0.99) WITHIN GROUP (ORDER BY ms) FILTER (WHERE lane = 'fast') AS p99
  FROM (
    SELECT lane, (extract(epoch FROM ended_at - created_at) * 1000)::float8 AS ms FROM messages
    WHERE status = 'sent' AND ended_at > $1
  ) AS sent`;

/** One worker delivers bulk mail while one-time passwords arrive: with the statistics from before the backlog, and with fresh ones. */
export async function backlogRows({ services, folder, seconds, pairs }) {
  const sink = startProgram('backlog-sink', SINK, { folder });
  const { url } = await hear(sink);
  const product = await makeProduct(services, { sink: url });
  for (const table of TABLES) await product.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  const [api, worker] = [await product.startApi(), await product.startWorker()];
  const burst = (isFresh) => () => measure(product, api, seconds, isFresh);
  const variants = { stale: burst(false), fresh: burst(true) };
  // A first burst opens connections and compiles the hot code.
  const warmUp = { stale: burst(false), fresh: () => undefined };
  const results = await alternate(variants, { rounds: pairs, warmUp });
  await Promise.all([sink, api.child, worker.child].map(stopProgram));
  return [
    compared(results, {
      work: `Bulk mail with ${WAITING.toLocaleString('en')} waiting, stale statistics; times of one-time passwords`,
      one: 'stale',
      other: 'fresh',
      against: 'the same, fresh statistics',
      goal: 0.9,
    }),
  ];
}

/** Sends one-time passwords for some seconds. @returns the bulk mails a second meanwhile, and their times from acceptance to hand-over in ms */
export async function sendPasswords(query, api, seconds) {
  const [{ since }] = await query('SELECT clock_timestamp() AS since');
  const begun = performance.now();
  const sending = setInterval(
    () => void call(api.port, '/v1/send/email', emailBody(0)).catch(() => {}),
    PASSWORD_EVERY_MS,
  );
  await sleep(seconds * 1_000);
  clearInterval(sending);
  await sleep(SETTLE_MS);
  const elapsed = (performance.now() - begun) / 1_000;
  const [{ bulk, p50, p99 }] = await query(MEASURED, [since]);
  return { rate: bulk / elapsed, p50: p50 ?? Infinity, p99: p99 ?? Infinity };
}

async function measure({ query }, api, seconds, isFresh) {
  await query(`TRUNCATE ${TABLES.join(', ')} CASCADE`);
  for (const table of TABLES) await query(`VACUUM (ANALYZE) ${table}`);
  for (let left = WAITING; left > 0; left -= PIECE) await query(BULK, [SENDER, CONTENT, PIECE]);
  if (isFresh) for (const table of TABLES) await query(`ANALYZE ${table}`);
  return sendPasswords(query, api, seconds);
}
