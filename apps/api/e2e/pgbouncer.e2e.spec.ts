/**
 * Debian brings PgBouncer together with PostgreSQL 15.
 * @half services
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPgBouncer, caller, freePort, hasPgBouncer, until, type Call, type PgBouncer } from '@dundun/testing';
import { useProduct } from './support/product.js';

// Skipped without a pgbouncer on the PATH; Debian packages it.
(hasPgBouncer ? describe : describe.skip)('behind PgBouncer in transaction mode', () => {
  const subject = useProduct({ workers: 0 });
  let bouncer: PgBouncer;
  let call: Call;
  let output: () => string;

  beforeAll(async () => {
    const { product } = subject;
    // Fewer connections than a process opens: it does not get the same session again.
    bouncer = await aPgBouncer(product.databaseUrl, 3);
    const behind = { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: product.databaseUrl };
    const port = await freePort();
    const [api, worker] = [
      await product.startApi({ ...behind, API_PORT: String(port) }),
      await product.startWorker(behind),
    ];
    output = () => api.output() + worker.output();
    call = caller({ ...product, apiUrl: `http://127.0.0.1:${port}` });
  });
  afterAll(() => bouncer?.close());

  it('accepts concurrent joins, events and sends, and delivers them', async () => {
    const { id: list } = (await call('POST /v1/lists', { body: { title: 'Behind' } })).body as { id: string };
    const many = <T>(work: (at: number) => Promise<T>) => Promise.all(Array.from({ length: 60 }, (_, at) => work(at)));
    const joins = await many((at) =>
      call(`POST /v1/lists/${list}/subscribers`, { body: { email: `someone-${at % 50}@example.com` } }),
    );
    const events = await many((at) =>
      call(`POST /v1/users/u-${at % 10}/events`, {
        body: { event: 'Seen', value: at, ...(at % 2 ? { event_id: `e-${at}` } : {}) },
        headers: at % 3 ? { 'Idempotency-Key': `event-${at}` } : {},
      }),
    );
    const sends = await many((at) =>
      call('POST /v1/send/email', {
        body: {
          from: { name: 'D', email: 'hi@dundun.test' },
          to: `to-${at}@example.com`,
          subject: 'Hi',
          text: 'Hello',
        },
      }),
    );
    expect([...joins, ...events, ...sends].filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    const { body } = await call(`GET /v1/lists/${list}`);
    expect(body.subscriber_count).toBe(50);
    const ids = sends.map(({ body: { id } }) => id as string);
    await until('all are captured', async () => {
      const states = await Promise.all(ids.map(async (id) => (await call(`GET /v1/messages/${id}`)).body.status));
      return states.every((status) => status === 'captured');
    });
    const pages = await Promise.all(
      Array.from({ length: 10 }, (_, at) => call(`GET /v1/users/u-${at}/events?limit=30`)),
    );
    expect(pages.flatMap(({ body: { data } }) => data as unknown[])).toHaveLength(60);
    expect(output()).not.toMatch(/prepared statement|startup parameter|"level":50/);
  });
});
