import { setTimeout as sleep } from 'node:timers/promises';
import { alternate, compared } from '../alternate.mjs';
import { call } from '../call.mjs';
import { stopProgram } from '../processes.mjs';
import { uidOf } from '../requests.mjs';

const ITEMS = 1_000;
const BATCHES = 20;
const LOOK_EVERY_MS = 20;
const OPEN = `SELECT count(*)::int AS count FROM user_jobs WHERE kind = 'batch' AND ended_at IS NULL`;
const FAILED = `SELECT coalesce(sum(failed), 0)::int AS count FROM user_jobs WHERE kind = 'batch'`;

let turn = 0;

/** Measures batches from the first request until every item is stored. */
export async function batchRows({ product, api, load, seconds, pairs }) {
  const worker = await product.startWorker();
  const count = async (statement) => (await product.query(statement))[0].count;
  const stored = async (batches) => {
    const begin = performance.now();
    for (const data of batches) await call(api.port, '/v1/batch', { data });
    while ((await count(OPEN)) > 0) await sleep(LOOK_EVERY_MS);
    return { rate: (batches.length * ITEMS) / ((performance.now() - begin) / 1_000) };
  };
  const results = await alternate(
    {
      'one id': () => stored([batchOf(() => uidOf(0))]),
      '20 batches': () => stored(Array.from({ length: BATCHES }, () => batchOf(uidOf))),
      'single posts': () => load(api.port, 'events', { connections: 1, seconds }),
    },
    { rounds: pairs },
  );
  const failed = await count(FAILED);
  if (failed > 0) throw new Error(`${failed} items failed`);
  await stopProgram(worker.child);
  const against = 'events by single posts, one after the other';
  const row = (work, one, goal) => compared(results, { work, one, against, other: 'single posts', goal });
  return [
    row('POST batch: 1,000 events and updates of one id, stored', 'one id', 1),
    row('20 batches of 1,000 events and updates of 1,000 ids, stored', '20 batches', 1),
  ];
}

function batchOf(uid) {
  turn += 1;
  return Array.from({ length: ITEMS }, (_, number) => {
    const id = uid(number);
    if (number % 2) return { type: 'event', id, event: 'Order placed', value: number, properties: { turn } };
    return { type: 'update', id, email: `${id}@readers.test`, first_name: `Ada ${turn}`, meta: { seats: number } };
  });
}
