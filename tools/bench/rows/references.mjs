import { generateKeyPairSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { alternate, compared } from '../alternate.mjs';
import { cpuSeconds } from '../cpu.mjs';
import { MAIL, SOURCES } from '../mail.mjs';
import { hear, startProgram, stopProgram, tell } from '../processes.mjs';
import { makeProduct } from '../product.mjs';
import { bursts, whileSending } from './delivery.mjs';
import { resident } from './memory.mjs';
import { signDomain } from './contents.mjs';

const program = (name) => fileURLToPath(new URL(`../programs/${name}.mjs`, import.meta.url));
const WARM_UP = 2_000;
const LOOK_EVERY_MS = 250;
/** At most 0.35 and 0.12 of the CPU time that a mail costs the pool. */
const [LEAST_OF_BOTH, LEAST_OF_POSTGRES] = [2.86, 8.33];
const { subject, from } = MAIL;

const LIST = `INSERT INTO lists (workspace_id, id, title) VALUES (1, gen_random_uuid(), 'Readers') RETURNING id`;
/** As a campaign stores them: a reference and the variables of each reader. */
const BACKLOG = `
  INSERT INTO messages (workspace_id, id, channel, lane, list_id, sender, recipients, content)
  SELECT 1, uuidv7(), 'email', 'bulk', $1, $2::jsonb, jsonb_build_array(jsonb_build_object(
    'address', 'reader-' || number || '@readers.test', 'name', NULL, 'kind', 'to', 'status', 'queued', 'detail', NULL)),
    jsonb_build_object('subject', $3::text, 'ref', $4::text, 'variables', jsonb_build_object('number', number))
  FROM generate_series(1, $5::int) AS number`;

const CONTENT = `
  INSERT INTO message_contents (workspace_id, id, subject, html, text, variables, links, track)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** Bulk mail as campaigns send it: one content with variables for thousands of messages of a list, tracked. */
export async function referenceRows({ services, folder, seconds, pairs }) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const started = [];
  const start = async (name, env = {}) => {
    const child = startProgram(`references-${name}`, program(name), { folder, env });
    started.push(child);
    return { child, ...(await hear(child)) };
  };
  const sink = await start('sink');
  const pool = await start('nodemailer-pool', {
    SINK_PORT: String(sink.port),
    DKIM_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  });
  const product = await makeProduct(services, { queue: services.redis ? 'redis' : 'postgres', sink: sink.url });
  await signDomain(product, privateKey);
  const { listId, contentIds } = await prepared(product);
  const [api, worker] = [await product.startApi(), await product.startWorker()];
  started.push(api.child, worker.child);

  const used = () => ({
    worker: cpuSeconds(worker.child.pid),
    postgres: cpuSeconds(services.postgres.pid),
    pool: cpuSeconds(pool.child.pid),
  });
  const arrival = (count) => tell(sink.child, { expect: count });
  const ways = {};
  for (const { name, content, isSigned } of WAYS) {
    ways[`Nodemailer, ${name}`] = (count) =>
      withCpu(used, count, () => Promise.all([arrival(count), tell(pool.child, { count, content, isSigned })]));
    const sender = JSON.stringify({ name: from.name, address: isSigned ? 'bench@signed.test' : from.email });
    const store = (count) => product.query(BACKLOG, [listId, sender, subject, contentIds[content], count]);
    ways[name] = async (count) => {
      const arrived = arrival(count);
      await store(count);
      return withCpu(used, count, () => whileSending(api, arrived, () => undefined));
    };
  }
  const seen = [];
  const look = setInterval(
    () =>
      void resident(worker.port).then(
        (megabytes) => seen.push(megabytes),
        () => {},
      ),
    LOOK_EVERY_MS,
  );
  const results = await alternate(...bursts(ways, seconds, pairs, WARM_UP));
  clearInterval(look);
  await Promise.all(started.map(stopProgram));
  return [
    ...WAYS.flatMap((way) => rowsOf(results, way)),
    { work: 'Memory of a worker during that', megabytes: seen.at(-1), peak: Math.max(...seen), goal: 220 },
  ];
}

const BIG = '40 KB, 15 tracked links';
const WAYS = [
  { name: 'tracked', content: 'tracked', work: '5 KB of HTML by reference, tracked,', goal: 3.5, hasCpu: true },
  { name: 'signed', content: 'tracked', isSigned: true, work: 'the same, DKIM-signed by both,', goal: 4 },
  { name: '40 KB', content: BIG, work: '40 KB of HTML by reference with 15 tracked links', goal: 1.5 },
];

function rowsOf(results, { name, work, goal, hasCpu }) {
  const against = 'a bare Nodemailer pool of 10, the same HTML, no text';
  const other = `Nodemailer, ${name}`;
  const rows = [compared(results, { work: `${work} delivered by one worker`, one: name, against, other, goal })];
  if (!hasCpu || Number.isNaN(results[name][0].cpu.postgres)) return rows;
  const row = (what, secondsOf, least) => {
    const perCpu = (of, seconds) => results[of].map(({ cpu }) => ({ rate: 1 / seconds(cpu) }));
    const rates = { [name]: perCpu(name, secondsOf), [other]: perCpu(other, ({ pool }) => pool) };
    return compared(rates, { work: what, one: name, against: 'that pool, per CPU second', other, goal: least });
  };
  return [
    ...rows,
    row('the same per CPU second of worker and PostgreSQL', ({ worker, postgres }) => worker + postgres, LEAST_OF_BOTH),
    row('the same per CPU second of PostgreSQL alone', ({ postgres }) => postgres, LEAST_OF_POSTGRES),
  ];
}

/** Adds the CPU seconds of each program per mail to the result of a way. */
async function withCpu(used, count, way) {
  const before = used();
  const [{ ms }] = await way();
  const after = used();
  const cpu = Object.fromEntries(Object.keys(before).map((name) => [name, (after[name] - before[name]) / count]));
  return [{ ms, cpu }];
}

/** Makes the list and the contents that the messages refer to. */
async function prepared(product) {
  const [{ id: listId }] = await product.query(LIST);
  return { listId, contentIds: await putContents(product) };
}

/** Stores the contents as the product does: links numbered, text derived. @returns their ids by name */
async function putContents({ env, query }) {
  const at = (path) => import(new URL(`../../../libs/messaging/dist/${path}.js`, import.meta.url).href);
  const [{ Contents }, { Tracking }, { TemplateRenderer }] = await Promise.all([
    at('contents/contents.service'),
    at('tracking/tracking.service'),
    at('templates/template-renderer.service'),
  ]);
  const insert = ({ workspace_id, id, subject: source, html, text, variables, links, track }) =>
    query(CONTENT, [workspace_id, id, source, html, text, variables, JSON.stringify(links), JSON.stringify(track)]);
  const renderer = new TemplateRenderer();
  const contents = new Contents(renderer, new Tracking({ PUBLIC_URL: env.PUBLIC_URL }), { insert });
  const ids = {};
  for (const [name, html] of Object.entries(SOURCES))
    ids[name] = (await contents.put(1, { subject, html, trackOpens: true, trackClicks: true })).id;
  await renderer.onApplicationShutdown();
  return ids;
}
