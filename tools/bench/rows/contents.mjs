import { generateKeyPairSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { alternate, compared } from '../alternate.mjs';
import { CONTENTS, MAIL, NUMBER } from '../mail.mjs';
import { hear, startProgram, stopProgram, tell } from '../processes.mjs';
import { makeProduct } from '../product.mjs';
import { bursts, whileSending } from './delivery.mjs';

const program = (name) => fileURLToPath(new URL(`../programs/${name}.mjs`, import.meta.url));
const { subject, from } = MAIL;
const WARM_UP = 1_000;

/** Every recipient gets bytes of their own. */
const BACKLOG = `
  INSERT INTO messages (workspace_id, id, channel, lane, sender, recipients, content)
  SELECT 1, uuidv7(), 'email', 'bulk', $1::jsonb, jsonb_build_array(jsonb_build_object(
    'address', 'reader-' || number || '@readers.test', 'name', NULL, 'kind', 'to', 'status', 'queued', 'detail', NULL)),
    replace($2, '${NUMBER}', number::text)::jsonb
  FROM generate_series(1, $3::int) AS number`;
const SIGN = `
  WITH domain AS (
    INSERT INTO sending_domains
    SELECT (jsonb_populate_record(known, jsonb_build_object(
      'id', gen_random_uuid(), 'domain', 'signed.test', 'next_check_at', now() + interval '1 day'))).*
    FROM sending_domains AS known WHERE workspace_id = 1 AND domain = 'bench.test'
    RETURNING id)
  INSERT INTO dkim_keys (workspace_id, domain_id, selector, algorithm, public_key, sealed_private_key, state, seen_at)
  SELECT 1, id, 'bench', 'rsa-sha256', '', $1, 'active', now() FROM domain`;

/** What users send in bulk: HTML without a text, tracked or signed or large, each mail with bytes of its own. */
export async function contentRows({ services, folder, seconds, pairs }) {
  // Built by now.
  const { derivedText } = await import('@dundun/providers');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const started = [];
  const start = async (name, env = {}) => {
    const child = startProgram(`contents-${name}`, program(name), { folder, env });
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
  const [api, worker] = [await product.startApi(), await product.startWorker()];
  started.push(api.child, worker.child);

  const arrival = (count) => tell(sink.child, { expect: count });
  const ways = {};
  for (const { name, content, isSigned } of WAYS) {
    ways[`Nodemailer, ${name}`] = (count) =>
      Promise.all([arrival(count), tell(pool.child, { count, content, isSigned })]);
    const values = [senderOf(isSigned), JSON.stringify(contentOf(content, derivedText))];
    ways[name] = (count) => whileSending(api, arrival(count), () => product.query(BACKLOG, [...values, count]));
  }
  const results = await alternate(...bursts(ways, seconds, pairs, WARM_UP));
  await Promise.all(started.map(stopProgram));
  return WAYS.map(({ name, work, goal }) =>
    compared(results, {
      work: `${work} delivered by one worker, bulk`,
      one: name,
      against: 'a bare Nodemailer pool of 10, the same HTML, no text',
      other: `Nodemailer, ${name}`,
      goal,
    }),
  );
}

/** Makes signed.test a domain of the product whose mail is signed with this key. */
export async function signDomain({ env, query }, privateKey) {
  const { Seal } = await import('@dundun/platform/config');
  const key = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  await query(SIGN, [new Seal([env.SECRET_KEY]).seal(key)]);
}

const BIG = '40 KB, 15 tracked links';
const WAYS = [
  { name: 'html only', content: 'html only', work: '5 KB of HTML', goal: 3.5 },
  { name: 'tracked', content: 'tracked', work: '5 KB of HTML, tracked,' },
  { name: 'signed', content: 'html only', isSigned: true, work: '5 KB of HTML, DKIM-signed by both,', goal: 4 },
  { name: '40 KB', content: BIG, work: '40 KB of HTML with 15 tracked links', goal: 1.5 },
];

const senderOf = (isSigned) =>
  JSON.stringify({ name: from.name, address: isSigned ? 'bench@signed.test' : from.email });

/** As it is stored: the text of tracked mail is derived when it is accepted. */
function contentOf(name, derivedText) {
  const html = CONTENTS[name];
  return name === 'html only' ? { subject, html } : { subject, html, text: derivedText({ html, subject }) };
}
