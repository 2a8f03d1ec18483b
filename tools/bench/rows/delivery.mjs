import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { alternate, compared } from '../alternate.mjs';
import { call } from '../call.mjs';
import { MAIL } from '../mail.mjs';
import { hear, startProgram, stopProgram, tell } from '../processes.mjs';
import { resident } from './memory.mjs';
import { makeProduct } from '../product.mjs';
import { emailBody } from '../requests.mjs';

const program = (name) => fileURLToPath(new URL(`../programs/${name}.mjs`, import.meta.url));
const WARM_UP = 4_000;
const LEAST = 500;
const SEND_EVERY_MS = 50;
const SETTLE_MS = 300;

const SENDER = JSON.stringify({ name: MAIL.from.name, address: MAIL.from.email });
const CONTENT = JSON.stringify({ subject: MAIL.subject, html: MAIL.html, text: MAIL.text });
const BACKLOG = `
  INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content)
  SELECT 1, uuidv7(), 'email', 'fast', $1::jsonb, jsonb_build_array(jsonb_build_object(
    'address', 'reader-' || number || '@readers.test', 'name', NULL, 'kind', 'to', 'status', 'queued', 'detail', NULL)),
    $2::jsonb
  FROM generate_series(1, $3::int) AS number`;

/** One SMTP sink receives everything and measures the time from the first message of a burst to the last. */
export async function deliveryRows({ services, folder, seconds, pairs }) {
  const started = [];
  const workers = [];
  const start = async (name, env = {}) => {
    const child = startProgram(name, program(name), { folder, env });
    started.push(child);
    return { child, ...(await hear(child)) };
  };
  const sink = await start('sink');
  const nodemailer = await start('nodemailer-pool', { SINK_PORT: String(sink.port) });
  const arrival = (count) => tell(sink.child, { expect: count });
  const ways = {
    Nodemailer: (count) => Promise.all([arrival(count), tell(nodemailer.child, { count })]),
  };
  for (const queue of services.redis ? ['Redis', 'PostgreSQL'] : ['PostgreSQL']) {
    const product = await makeProduct(services, { queue: queue.toLowerCase(), sink: sink.url });
    const [api, worker] = [await product.startApi(), await product.startWorker()];
    started.push(api.child, worker.child);
    workers.push(worker);
    ways[`queue on ${queue}`] = (count) => workOff(product, api, count, arrival);
  }

  const seen = [];
  const look = setInterval(
    () =>
      void resident(workers[0].port).then(
        (megabytes) => seen.push(megabytes),
        () => {},
      ),
    500,
  );
  const results = await alternate(...bursts(ways, seconds, pairs));
  clearInterval(look);
  await Promise.all(started.map(stopProgram));
  const work = (queue) => `5 KB emails delivered by one worker, queue on ${queue}`;
  const row = (queue, against, other, goal) =>
    compared(results, { work: work(queue), one: `queue on ${queue}`, against, other, goal });
  const memory = { work: 'Memory of a worker during that', megabytes: seen.at(-1), peak: Math.max(...seen), goal: 220 };
  const loop = 'a bare Nodemailer pool of 10 connections';
  return services.redis
    ? [
        row('Redis', loop, 'Nodemailer', 0.5),
        row('PostgreSQL', loop, 'Nodemailer'),
        row('PostgreSQL', 'the same, queue on Redis', 'queue on Redis', 0.8),
        memory,
      ]
    : [row('PostgreSQL', loop, 'Nodemailer', 0.5), memory];
}

/** Makes a backlog visible at once while further sends come through the api, each with a wake-up in the queue. */
async function workOff(product, api, count, arrival) {
  return whileSending(api, arrival(count), () => product.query(BACKLOG, [SENDER, CONTENT, count]));
}

/** Waits for what arrives of a backlog while sends come through the api. */
export async function whileSending(api, arrived, insert) {
  await insert();
  const send = () => void call(api.port, '/v1/send/email', emailBody(0)).catch(() => {});
  send();
  const sending = setInterval(send, SEND_EVERY_MS);
  const result = await arrived;
  clearInterval(sending);
  await sleep(SETTLE_MS);
  return [result];
}

/** Returns the arguments of `alternate`: the rate of the last burst decides how many messages the next one has. */
export function bursts(ways, seconds, rounds, warmUp = WARM_UP) {
  const rates = {};
  const burst = (name, size) => async () => {
    const count = Math.max(LEAST, Math.round(size()));
    const [{ ms, cpu }] = await ways[name](count);
    rates[name] = ((count - 1) / ms) * 1000;
    return { rate: rates[name], cpu };
  };
  const each = (size) => Object.fromEntries(Object.keys(ways).map((name) => [name, burst(name, size(name))]));
  return [each((name) => () => rates[name] * seconds), { rounds, warmUp: each(() => () => warmUp) }];
}
