import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Cannot } from '../cannot.mjs';
import { ROOT } from '../root.mjs';

/** How often, and after how long, a call is repeated that a busy service refused. */
const TRIES = 5;
const BUSY_MS = 1_000;
/** Calls in flight at once. */
const PARALLEL = 16;

/**
 * Opens the API of a running installation: that of DEMO_API, DEMO_KEY and DEMO_SECRET, else that of `npm start` in this folder.
 * @throws Cannot when there is none, or when it refuses the secret
 */
export async function openApi(env) {
  const { origin, key, secret } = env.DEMO_API ? given(env) : started(env);
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  const call = async (method, path, body, headers = {}, tries = TRIES) => {
    const answer = await fetch(origin + path, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
      body: body && JSON.stringify(body),
    }).catch((error) => {
      throw new Cannot(`${origin} does not answer (${error.cause?.code ?? error.message}). Start it with npm start.`);
    });
    const text = await answer.text();
    const isRepeatable = method !== 'POST' || headers['Idempotency-Key'];
    if (answer.status === 503 && isRepeatable && tries > 1) {
      await new Promise((done) => setTimeout(done, BUSY_MS));
      return call(method, path, body, headers, tries - 1);
    }
    if (!answer.ok) throw new Cannot(`${method} ${path} was refused with ${answer.status}: ${text.slice(0, 500)}`);
    return { body: text && JSON.parse(text), headers: answer.headers };
  };
  const api = {
    origin,
    key,
    get: async (path) => (await call('GET', path)).body,
    post: async (path, body, headers) => (await call('POST', path, body, headers)).body,
    put: async (path, body) => (await call('PUT', path, body)).body,
    remove: async (path) => (await call('DELETE', path)).body,
    /** Runs items through POST /v1/batch and waits for the jobs. @returns the number of failed items */
    batch: (items) => batch({ ...api, call }, items),
  };
  const domains = await api.get('/console/domains?limit=1');
  const domain = domains.data[0]?.domain;
  if (!domain) throw new Cannot('The workspace has no sending domain. Add one in the console first.');
  return { ...api, domain };
}

/** Runs `work` for each item, a few at a time. */
export async function forEach(items, work) {
  const left = items.entries();
  const run = async () => {
    for (const [index, item] of left) await work(item, index);
  };
  await Promise.all(Array.from({ length: PARALLEL }, run));
}

function given({ DEMO_API: origin, DEMO_KEY: key, DEMO_SECRET: secret }) {
  if (!key || !secret) throw new Cannot('DEMO_API also needs DEMO_KEY and DEMO_SECRET.');
  return { origin: origin.replace(/\/+$/, ''), key, secret };
}

function started({ DATA_DIR = '.data' }) {
  const folder = resolve(ROOT, DATA_DIR);
  const files = ['ports.json', 'bootstrap.json'].map((name) => join(folder, name));
  if (!files.every((file) => existsSync(file)))
    throw new Cannot(
      'No installation was started in this folder. Run npm start first, or give DEMO_API, DEMO_KEY and DEMO_SECRET.',
    );
  const [ports, bootstrap] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  return { origin: `http://127.0.0.1:${ports.api}`, ...bootstrap.embedded };
}

const LARGEST_BATCH = 1_000;
const POLL_MS = 250;

async function batch(api, items) {
  const jobs = [];
  for (let from = 0; from < items.length; from += LARGEST_BATCH) {
    const { headers } = await api.call('POST', '/v1/batch', { data: items.slice(from, from + LARGEST_BATCH) });
    jobs.push(headers.get('dundun-job'));
  }
  let failed = 0;
  for (const id of jobs) {
    let job = await api.get(`/v1/jobs/${id}`);
    while (job.state === 'queued' || job.state === 'running') {
      await new Promise((done) => setTimeout(done, POLL_MS));
      job = await api.get(`/v1/jobs/${id}`);
    }
    failed += job.failed;
  }
  return failed;
}
