/**
 * @slow restarts two apis behind a balancer that lags five seconds
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, freePort, until, type Running } from '@dundun/testing';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { useProduct } from './support/product.js';

const LAG_MS = 5_000;
/** The lag, the interval of the checks and a margin. */
const DELAY = '8';

interface Got {
  status: number;
  connection: string | undefined;
}

/** Sends one request without a retry. */
function ask(agent: Agent, port: number, path: string, authorization: string, body?: string): Promise<Got> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: authorization, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
    const method = body === undefined ? 'GET' : 'POST';
    const sending = request({ agent, host: '127.0.0.1', port, path, method, headers }, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }));
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

describe('a rolling restart', () => {
  const subject = useProduct({ workers: 0 });
  const agents: Agent[] = [];
  const agent = () => {
    const made = new Agent({ keepAlive: true, maxSockets: 10 });
    agents.push(made);
    return made;
  };
  let ports: number[];
  let apis: Running[];
  const start = (port: number) => subject.product.startApi({ API_PORT: String(port), SHUTDOWN_DELAY: DELAY });

  beforeAll(async () => {
    ports = [await freePort(), await freePort()];
    apis = await Promise.all(ports.map(start));
  });
  afterAll(() => agents.forEach((one) => one.destroy()));

  it('fails no request behind a balancer that lags five seconds', async () => {
    const credentials = basic(subject.product.apiKey, subject.product.apiSecret);
    const isReady = (port: number) =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ status }) => status === 200,
        () => false,
      );
    /** What the balancer believes: the result of its checks five seconds ago. */
    const believed = new Set(ports);
    let running = true;
    const checks = ports.map(async (port) => {
      while (running) {
        const ready = await isReady(port);
        setTimeout(() => (ready ? believed.add(port) : believed.delete(port)), LAG_MS);
        await wait(100);
      }
    });
    const statuses = new Map<number | string, number>();
    const closed = new Set<number>();
    const clients = Array.from({ length: 4 }, async (_, client) => {
      const own = agent();
      for (let turn = client; running; turn++) {
        const targets = [...believed];
        const port = targets[turn % targets.length] as number;
        const body = turn % 3 === 0 ? JSON.stringify({ event: 'Seen' }) : undefined;
        const path = body === undefined ? '/v1/lists' : `/v1/users/u${client}/events`;
        const got = await ask(own, port, path, credentials, body).catch((error: NodeJS.ErrnoException) =>
          String(error.code),
        );
        const result = typeof got === 'string' ? got : got.status;
        statuses.set(result, (statuses.get(result) ?? 0) + 1);
        if (typeof got !== 'string' && got.connection === 'close') closed.add(port);
        await wait(20);
      }
    });

    for (const [index, port] of ports.entries()) {
      expect(await (apis[index] as Running).stop()).toBe(0);
      apis[index] = await start(port);
      await until('the balancer uses it again', () => believed.has(port));
    }
    running = false;
    await Promise.all([...clients, ...checks]);
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(200);
    expect(closed).toEqual(new Set(ports));
  });

  it('is not ready after the signal, but takes connections and ends each after its answer', async () => {
    const [api, port] = [apis[0] as Running, ports[0] as number];
    const credentials = basic(subject.product.apiKey, subject.product.apiSecret);
    const keeping = agent();
    expect(await ask(keeping, port, '/v1/account', credentials)).toEqual({ status: 200, connection: 'keep-alive' });
    const gone = api.stop();
    await until('it is not ready', async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 503);
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`);
    expect(await ready.json()).toEqual({ status: 'unavailable', checks: { shutdown: 'the process was told to stop' } });
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
    // Both on the connection that was open before, and on a new one.
    for (let time = 0; time < 2; time++)
      expect(await ask(keeping, port, '/v1/account', credentials)).toEqual({ status: 200, connection: 'close' });
    // A second signal ends the delay.
    api.child.kill('SIGTERM');
    expect(await gone).toBe(0);
  });

  it('lets every process of one port serve on', async () => {
    const port = await freePort();
    const settings = { API_PORT: String(port), SHUTDOWN_DELAY: DELAY, API_WORKERS: '2' };
    const cluster = await subject.product.startApi(settings);
    const credentials = basic(subject.product.apiKey, subject.product.apiSecret);
    const gone = cluster.stop();
    await until('it is not ready', async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 503);
    for (let time = 0; time < 10; time++)
      expect((await ask(agent(), port, '/v1/account', credentials)).status).toBe(200);
    expect(await gone).toBe(0);
  });
});
