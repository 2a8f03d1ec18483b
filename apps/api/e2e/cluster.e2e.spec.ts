/**
 * Several processes of the api, which share Redis and connections.
 * @half services
 * @slow starts the cluster four times
 */
import { describe, expect, it } from '@jest/globals';
import { basic, until, type Answer, type Running } from '@dundun/testing';
import { expectOk } from './support/answers.js';
import { aList, unique } from './support/fixtures.js';
import { useProduct } from './support/product.js';
import { rawRequest } from './support/raw-http.js';

const WORKERS = 2;

describe('an api of several processes', () => {
  const subject = useProduct({ workers: 0, environment: { API_WORKERS: String(WORKERS) } });
  const { call } = subject;
  let api: Running;

  /** Returns the ids of the processes that have listened. */
  const listening = ({ output }: Running): number[] =>
    [...output().matchAll(/^\{.*"pid":(\d+).*"the api listens"/gm)].map(([, pid]) => Number(pid));
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  const alive = (running: Running) => listening(running).filter(isAlive);
  const allUp = (running: Running) =>
    until('all processes listen', () => alive(running).length === WORKERS && alive(running), { ms: 30_000 });
  const answers = () =>
    call('GET /health/live', { as: 'none' }).then(
      ({ status }) => status === 200,
      () => false,
    );
  const started = async () => {
    api = await subject.product.startApi();
    return allUp(api);
  };

  it('listens on one port and keeps its guarantees across all processes', async () => {
    api = subject.product.api;
    const pids = await allUp(api);
    expect(new Set(pids).size).toBe(WORKERS);
    expect(pids).not.toContain(api.child.pid);
    const list = await aList(call);
    const key = unique('key');
    const all: Answer[] = await Promise.all(
      Array.from({ length: 40 }, () =>
        call('POST /v1/lists', { body: { title: 'Once' }, headers: { 'Idempotency-Key': key, Connection: 'close' } }),
      ),
    );
    const right = all.filter(({ status }) => status === 200);
    expect(right.length).toBeGreaterThan(0);
    expect(new Set(right.map(({ body }) => body.id)).size).toBe(1);
    expect(all.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    expectOk(await call(`GET /v1/lists/${list.id}`), list);
  });

  it('reports the metrics of all its processes together, whichever answers', async () => {
    const pids = await allUp(api);
    const { apiUrl } = subject.product;
    // Each on a new connection, so that both processes answer some.
    const fresh = (path: string) => rawRequest(apiUrl, { path, headers: { Connection: 'close' } });
    const metric = async (pattern: RegExp) => Number(pattern.exec((await fresh('/metrics')).text)?.[1]);
    const COUNT = /^dundun_http_request_seconds_count\{method="GET",route="\/health\/live",status="200"\} (\d+)$/m;
    const before = (await metric(COUNT)) || 0;
    for (let count = 0; count < 20; count++) await fresh('/health/live');
    for (let count = 0; count < 4; count++) expect(await metric(COUNT)).toBe(before + 20);
    const DEPTH = /^dundun_queue_depth\{channel="email",lane="bulk"\} (\d+)$/m;
    expect(await metric(DEPTH)).toBe(0);
    // One that hangs is left out of the sum.
    const [hung] = pids as [number];
    process.kill(hung, 'SIGSTOP');
    try {
      // The first may wait in the process that hangs.
      expect(await Promise.any([metric(COUNT), metric(COUNT), metric(COUNT)])).toBeLessThan(before + 20);
    } finally {
      process.kill(hung, 'SIGCONT');
    }
  });

  it('replaces a process that dies while the others answer', async () => {
    const [victim] = (await allUp(api)) as [number];
    process.kill(victim, 'SIGKILL');
    await until('it is gone', () => !isAlive(victim));
    // On a new connection: a kept one may belong to the dead process.
    const { apiUrl, apiKey, apiSecret } = subject.product;
    const headers = { Authorization: basic(apiKey, apiSecret) };
    expectOk(await rawRequest(apiUrl, { path: '/v1/lists', headers }));
    expect(await allUp(api)).not.toContain(victim);
  });

  it('drains on SIGTERM: requests in flight are answered, and every process exits', async () => {
    const pids = await allUp(api);
    const under = Array.from({ length: 30 }, () => call('POST /v1/lists', { body: { title: 'Last' } }));
    await Promise.race(under);
    expect(await api.stop()).toBe(0);
    for (const result of await Promise.allSettled(under)) if (result.status === 'fulfilled') expectOk(result.value);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(await answers()).toBe(false);
  });

  it('exits on SIGTERM while a dead process is being replaced', async () => {
    const [victim] = (await started()) as [number];
    process.kill(victim, 'SIGKILL');
    await until('its death is noticed', () => api.output().includes('another takes its place'));
    expect(await api.stop()).toBe(0);
  });

  it('leaves no process behind when the primary is killed', async () => {
    const pids = await started();
    await api.kill();
    await until('the others have ended too', () => pids.filter(isAlive).length === 0, { ms: 30_000 });
    expect(await answers()).toBe(false);
  });
});
