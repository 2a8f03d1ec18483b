/**
 * @slow starts and drains api and worker several times
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, freePort, until, type Call, type Running } from '@dundun/testing';
import { once } from 'node:events';
import { expectOk, expectRefusal } from './support/answers.js';
import { connect } from './support/database.js';
import { startDatabaseProxy, type DatabaseProxy } from './support/database-proxy.js';
import { aList, anAddress, anEmail, anSms, aSubscriber, unique } from './support/fixtures.js';
import { accepted, ended } from './support/messages.js';
import { useProduct } from './support/product.js';
import { dial } from './support/raw-http.js';

/** Finds statements that wait for the lists table of this database; the server has databases of other tests too. */
const WAITING_FOR_LISTS = `
  SELECT FROM pg_locks WHERE NOT granted AND mode = 'RowExclusiveLock' AND relation = 'lists'::regclass
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** The buckets of one label set, ordered by bound. */
interface Series {
  bounds: string[];
  counts: number[];
  count: number | undefined;
}

function seriesOf(text: string, name: string): Series[] {
  const sets = new Map<string, Series>();
  const setOf = (labels: string) => {
    const set = sets.get(labels) ?? { bounds: [], counts: [], count: undefined };
    sets.set(labels, set);
    return set;
  };
  for (const [, end, labels = '', value] of text.matchAll(
    new RegExp(`^${name}_(bucket|count)\\{(.*)\\} (\\S+)$`, 'gm'),
  )) {
    const set = setOf(labels.replace(/,?le="[^"]*"/, ''));
    if (end === 'count') set.count = Number(value);
    else {
      set.bounds.push(/le="([^"]*)"/.exec(labels)?.[1] ?? '');
      set.counts.push(Number(value));
    }
  }
  return [...sets.values()];
}

const subject = useProduct({ workers: 0 });

describe('operations', () => {
  const { call } = subject;
  let worker: Running;
  const ask = (path: string) => call(`GET ${path}`, { as: 'none' });
  const metric = async (name: string, labels: Record<string, string> = {}): Promise<number | undefined> => {
    const { text } = await ask('/metrics');
    const line = text.split('\n').find((one) => {
      const [, found, inner = ''] = /^(\w+)(?:\{(.*)\})? /.exec(one) ?? [];
      return found === name && Object.entries(labels).every(([label, value]) => inner.includes(`${label}="${value}"`));
    });
    return line === undefined ? undefined : Number(line.split(' ').pop());
  };

  beforeAll(async () => {
    worker = await subject.product.startWorker();
  });

  it('is alive and ready', async () => {
    const live = await ask('/health/live');
    expect([live.status, live.body]).toEqual([200, { status: 'ok' }]);
    const ready = await ask('/health/ready');
    expect([ready.status, ready.body]).toEqual([
      200,
      { status: 'ok', checks: { database: 'ok', migrations: 'ok', queue: 'ok' } },
    ]);
  });

  it('exposes the metrics that docs/operations.md lists', async () => {
    await ended(call, await accepted(call, 'email', anEmail()));
    const { status, headers, text } = await ask('/metrics');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const name of [
      'dundun_http_request_seconds',
      'dundun_sends_total',
      'dundun_send_latency_seconds',
      'dundun_queue_depth',
      'dundun_queue_oldest_seconds',
      'dundun_backlog_depth',
      'dundun_backlog_oldest_seconds',
    ]) {
      expect(text).toMatch(new RegExp(`^# HELP ${name} `, 'm'));
    }
    for (const work of ['jobs on users', 'sources', 'webhooks'])
      expect(await metric('dundun_backlog_depth', { work })).toBe(0);
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(await metric(name)).toBeGreaterThan(0);
    expect(
      await metric('dundun_http_request_seconds_count', { method: 'POST', route: '/v1/send/email', status: '200' }),
    ).toBeGreaterThan(0);
    expect(await metric('dundun_http_request_seconds_bucket', { route: '/v1/send/email', le: '+Inf' })).toBeGreaterThan(
      0,
    );
  });

  it('counts a send once it is handed over', async () => {
    const labels = { channel: 'sms', outcome: 'accepted' };
    expect(await metric('dundun_sends_total', labels)).toBeUndefined();
    await ended(call, await accepted(call, 'sms', anSms()));
    await until('the send is counted', async () => (await metric('dundun_sends_total', labels)) === 1);
    expect(await metric('dundun_send_latency_seconds_count', labels)).toBe(1);
    await until('the queue is empty', async () => (await metric('dundun_queue_depth', { channel: 'sms' })) === 0);
  });

  it('reports 0 for every empty lane', async () => {
    for (const channel of ['email', 'sms'])
      for (const lane of ['fast', 'bulk'])
        for (const name of ['dundun_queue_depth', 'dundun_queue_oldest_seconds'])
          await until(`${name} is 0`, async () => (await metric(name, { channel, lane })) === 0);
  });

  it('exposes complete histograms: every bound for each label set, rising to the count at +Inf', async () => {
    await ended(call, await accepted(call, 'email', anEmail()));
    await until(
      'the send is counted',
      async () => (await metric('dundun_sends_total', { channel: 'email' })) !== undefined,
    );
    const { text } = await ask('/metrics');
    for (const name of ['dundun_http_request_seconds', 'dundun_send_latency_seconds']) {
      expect(text).toMatch(new RegExp(`^# TYPE ${name} histogram$`, 'm'));
      const sets = seriesOf(text, name);
      expect(sets.length).toBeGreaterThan(0);
      const [{ bounds }] = sets as [Series];
      expect(bounds.length).toBeGreaterThan(10);
      for (const { bounds: own, counts, count } of sets) {
        expect(own).toEqual(bounds);
        expect(counts).toEqual(counts.toSorted((one, other) => one - other));
        expect([own.at(-1), counts.at(-1)]).toEqual(['+Inf', count]);
      }
    }
  });

  it('is not ready while a migration is missing, and names the command to run', async () => {
    const client = await connect(subject.product);
    const { rows: last } = await client.query(
      'DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING id, timestamp, name',
    );
    try {
      const ready = await ask('/health/ready');
      expect([ready.status, ready.body]).toEqual([
        503,
        {
          status: 'unavailable',
          checks: expect.objectContaining({ database: 'ok', migrations: expect.stringMatching(/run the migrator$/) }),
        },
      ]);
      expect((await ask('/health/live')).status).toBe(200);
    } finally {
      const [{ id, timestamp, name }] = last;
      await client.query('INSERT INTO migrations (id, timestamp, name) VALUES ($1, $2, $3)', [id, timestamp, name]);
      await client.end();
    }
    expect((await ask('/health/ready')).status).toBe(200);
  });

  it('keeps the routes of unknown paths out of the metrics', async () => {
    for (let time = 0; time < 5; time++) await ask(`/${unique('nowhere')}`);
    expect((await ask('/metrics')).text).not.toContain('nowhere');
  });

  it('[W2-12] logs the request id of the call in the worker’s line about the message', async () => {
    const own = unique('trace');
    const answer = await call('POST /v1/send/email', { body: anEmail(), headers: { 'Request-Id': own } });
    expect(answer.headers.get('Request-Id')).toBe(own);
    const given = await call('POST /v1/send/sms', { body: anSms() });
    const optin = unique('optin');
    const { id } = await aList(call, { double_optin: true });
    await call(`POST /v1/lists/${id}/subscribers`, { body: { email: anAddress() }, headers: { 'Request-Id': optin } });
    const lines = () =>
      worker
        .output()
        .split('\n')
        .flatMap((line) =>
          line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as Record<string, unknown>] : [],
        );
    for (const [requestId, messageId] of [
      [own, answer.body.id],
      [given.headers.get('Request-Id'), given.body.id],
    ]) {
      await until(`the worker's line of ${requestId}`, () =>
        lines().some((line) => line.request_id === requestId && line.message_id === messageId),
      );
    }
    await until('the line of the opt-in mail', () => lines().some((line) => line.request_id === optin));
  });

  it('logs no secrets and no content', async () => {
    const [subject_, address] = [unique('private-subject'), anAddress()];
    await ended(call, await accepted(call, 'email', anEmail({ to: address, subject: subject_ })));
    await call('POST /v1/send/email', {
      body: anEmail({ to: address, subject: subject_, from: { name: 'A', email: 'a@else.test' } }),
    });
    await call('POST /console/session', {
      as: 'none',
      body: { email: 'owner@dundun.test', password: 'wrong-secret-word' },
    });
    const logs = subject.product.api.output() + worker.output();
    for (const word of [subject.product.apiSecret, subject.product.password, 'wrong-secret-word', subject_])
      expect(logs).not.toContain(word);
  });

  it('refuses only email when no email provider is configured', async () => {
    const port = await freePort();
    const second = await subject.product.startApi({ API_PORT: String(port), SMTP_URL: '' });
    const calling = caller({ ...subject.product, apiUrl: `http://127.0.0.1:${port}` });
    expectRefusal(
      await calling('POST /v1/send/email', { body: anEmail() }),
      400,
      'no_email_provider',
      /^Nothing can send email for this workspace/,
    );
    const { id } = await aList(calling, { double_optin: true });
    const join = await calling(`POST /v1/lists/${id}/subscribers`, { body: { email: anAddress() } });
    expectRefusal(join, 400, 'optin_needs_sender');
    expectOk(await calling('POST /v1/send/sms', { body: anSms() }));
    expect((await calling('GET /v1/account')).body.features).not.toContain('email');
    await second.stop();
  });

  it('drains on SIGTERM: answers requests in flight, accepts no more, and exits with 0', async () => {
    const port = await freePort();
    const second = await subject.product.startApi({ API_PORT: String(port) });
    const apiUrl = `http://127.0.0.1:${port}`;
    const calling = caller({ ...subject.product, apiUrl });
    const holder = await connect(subject.product);
    await holder.query('BEGIN; LOCK TABLE lists IN ACCESS EXCLUSIVE MODE');
    const underWay = calling('POST /v1/lists', { body: { title: 'Under way' } });
    let gone: Promise<number | null>;
    try {
      await until('the request waits in the database', async () => {
        const { rows } = await holder.query(WAITING_FOR_LISTS);
        return rows.length > 0;
      });
      gone = second.stop();
      await until('it takes nothing new', () =>
        fetch(`${apiUrl}/health/live`).then(
          () => false,
          () => true,
        ),
      );
      await holder.query('COMMIT');
    } finally {
      await holder.end();
    }
    expectOk(await underWay);
    expect(await gone).toBe(0);
  });

  it('exits in time although a request never ends', async () => {
    const port = await freePort();
    const second = await subject.product.startApi({ API_PORT: String(port) });
    const half = dial(`http://127.0.0.1:${port}`);
    half.write(
      'POST /console/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"ema',
    );
    await once(half, 'ready');
    expect(await second.stop()).toBe(0);
    half.destroy();
  });

  it('exits a worker with 0', async () => {
    const second = await subject.product.startWorker();
    expect(await second.stop()).toBe(0);
  });
});

describe('an unreachable database', () => {
  let proxy: DatabaseProxy;
  let call: Call;
  let api: Running;

  beforeAll(async () => {
    proxy = await startDatabaseProxy(subject.product.databaseUrl);
    const port = await freePort();
    api = await subject.product.startApi({ API_PORT: String(port), DATABASE_URL: proxy.url });
    call = caller({ ...subject.product, apiUrl: `http://127.0.0.1:${port}` });
  });

  afterAll(async () => {
    await api?.stop();
    await proxy?.close();
  });

  it('[W2-11] answers 503 with Retry-After at once, and recovers with the database', async () => {
    const { id } = await aList(call);
    const uid = await aSubscriber(call, id);
    await proxy.kill();
    const requests: [string, object | undefined][] = [
      ['GET /v1/lists', undefined],
      [`GET /v1/lists/${id}`, undefined],
      ['POST /v1/lists', { title: 'x' }],
      [`POST /v1/lists/${id}/subscribers`, { email: anAddress() }],
      [`PUT /v1/lists/${id}/subscribers/${uid}`, { subscribed: false }],
      ['POST /v1/send/email', anEmail()],
      ['POST /v1/send/sms', anSms()],
      [`POST /v1/users/${uid}/events`, { event: 'x' }],
      ['GET /v1/account', undefined],
    ];
    const times: number[] = [];
    for (const [route, body] of requests) {
      const began = performance.now();
      const answer = await call(route, { body });
      expectRefusal(answer, 503, 'unavailable', /not available right now/);
      expect(Number(answer.headers.get('Retry-After'))).toBeLessThanOrEqual(2);
      times.push(performance.now() - began);
    }
    // The median, because a busy machine may delay some; a connection timeout would take longer.
    expect(times.sort((a, b) => a - b)[times.length >> 1]).toBeLessThan(10_000);
    expect((await call('GET /health/live', { as: 'none' })).status).toBe(200);
    const ready = await call('GET /health/ready', { as: 'none' });
    expect([ready.status, ready.body.status]).toEqual([503, 'unavailable']);
    expect(ready.body.checks.database).not.toBe('ok');
    expect((await call('GET /metrics', { as: 'none' })).status).toBe(200);

    await proxy.restore();
    await until('it works again', async () => (await call('GET /v1/lists')).status === 200);
    for (const [route, body] of requests) expectOk(await call(route, { body }));
    await until('it is ready', async () => (await call('GET /health/ready', { as: 'none' })).status === 200);
  });

  it('[W2-11] refuses some of many requests and loses none that it accepted', async () => {
    const { id } = await aList(call);
    const taken: string[] = [];
    const statuses = new Set<number>();
    let joining = true;
    const joiners = Array.from({ length: 8 }, async () => {
      while (joining) {
        const { status, body } = await call(`POST /v1/lists/${id}/subscribers`, { body: { email: anAddress() } });
        statuses.add(status);
        if (status === 200) taken.push(body.uid);
      }
    });
    for (let time = 0; time < 3; time++) {
      const before = taken.length;
      await until('some have joined', () => taken.length > before + 20);
      await proxy.kill();
      await proxy.restore();
    }
    const before = taken.length;
    await until('some more have joined', () => taken.length > before + 20);
    joining = false;
    await Promise.all(joiners);
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
    const { body } = await subject.call(`GET /v1/lists/${id}`);
    // A join may be stored although its answer was lost, but no answered join is missing.
    expect(body.subscriber_count).toBeGreaterThanOrEqual(new Set(taken).size);
    expect(new Set(taken).size).toBe(taken.length);
    expect(api.child.exitCode).toBeNull();
  });
});
