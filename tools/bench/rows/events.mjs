import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.mjs';
import { alternate, compared } from '../alternate.mjs';
import { hear, startProgram, stopProgram } from '../processes.mjs';

const FASTIFY = fileURLToPath(new URL('../programs/fastify-app.mjs', import.meta.url));
const NEST = fileURLToPath(new URL('../programs/nest-app.mjs', import.meta.url));
const CONNECTIONS = 64;

/** Measures the route in five variants: the product with and without a key, without a store, with one INSERT per request, and plain Fastify. */
export async function eventRows({ product, api, load, folder, seconds, pairs }) {
  const started = [];
  const start = async (name, file, portName, more = {}) => {
    const port = await freePort();
    const child = startProgram(name, file, { folder, env: { ...product.env, [portName]: String(port), ...more } });
    started.push(child);
    await hear(child);
    return port;
  };
  const bare = await start('fastify', FASTIFY, 'PORT');
  const none = await start('nest-none', NEST, 'API_PORT', { STORE: 'none' });
  const each = await start('nest-insert', NEST, 'API_PORT', { STORE: 'insert' });
  const variants = (time) => {
    const burst = (port, kind) => () => load(port, kind, { connections: CONNECTIONS, seconds: time });
    return {
      'one INSERT each': burst(each, 'events'),
      committed: burst(api.port, 'events'),
      'no storage': burst(none, 'events'),
      Fastify: burst(bare, 'events'),
      'with keys': burst(api.port, 'events with keys'),
    };
  };
  const results = await alternate(variants(seconds), { rounds: pairs, warmUp: variants(Math.min(seconds, 2)) });
  await Promise.all(started.map(stopProgram));

  const row = (work, one, against, other, goal) => compared(results, { work, one, against, other, goal });
  const keyed = 'the same, each request with an Idempotency-Key of its own';
  return [
    row('POST event, committed', 'committed', 'the same route without storage', 'no storage', 0.6),
    row('POST event, committed', 'committed', 'the same route, one INSERT per request', 'one INSERT each', 2.5),
    row(keyed, 'with keys', 'the same route without storage', 'no storage'),
    row(keyed, 'with keys', 'the same route, one INSERT per request, no keys', 'one INSERT each'),
    row(keyed, 'with keys', 'the same without keys', 'committed', 0.65),
    row('POST event without storage, in Nest', 'no storage', 'bare Fastify with a JSON schema', 'Fastify', 0.75),
  ];
}
