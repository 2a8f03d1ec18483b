import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.mjs';
import { alternate, compared } from '../alternate.mjs';
import { hear, startProgram, stopProgram } from '../processes.mjs';

const FASTIFY = fileURLToPath(new URL('../programs/fastify-app.mjs', import.meta.url));
const CONNECTIONS = 64;

/** No worker runs, so this measures acceptance alone. */
export async function sendRows({ product, api, load, folder, seconds, pairs }) {
  await product.query('CREATE TABLE bench_messages (LIKE messages INCLUDING ALL)');
  const port = await freePort();
  const fastify = startProgram('fastify-sends', FASTIFY, { folder, env: { ...product.env, PORT: String(port) } });
  await hear(fastify);
  const variants = (time) => {
    const burst =
      (to, kind = 'sends') =>
      () =>
        load(to, kind, { connections: CONNECTIONS, seconds: time });
    return {
      accepted: burst(api.port),
      Fastify: burst(port),
      tracked: burst(api.port, 'tracked sends'),
      untracked: burst(api.port, 'untracked sends'),
    };
  };
  const results = await alternate(variants(seconds), { rounds: pairs, warmUp: variants(Math.min(seconds, 2)) });
  await stopProgram(fastify);
  const against = 'bare Fastify with a JSON schema, one INSERT per request';
  const row = (work, one, other, against, goal) => compared(results, { work, one, other, against, goal });
  const tracked = '5 KB email with 3 tracked links accepted';
  return [
    row('5 KB email accepted', 'accepted', 'Fastify', against, 0.9),
    row(tracked, 'tracked', 'Fastify', against, 1),
    row(tracked, 'tracked', 'untracked', 'the same email, not tracked', 0.9),
  ];
}
