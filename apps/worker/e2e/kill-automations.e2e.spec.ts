/**
 * @slow kills and restarts a worker ten times while people go through an automation
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSmtpSink, type SmtpSink } from '@dundun/providers/testing';
import { basic, startProduct, until, type Product } from '@dundun/testing';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import pg from 'pg';

const KILLS = repetitions(10, 200);
const PEOPLE = repetitions(1_000, 20_000);

const PEOPLE_SQL = `
  INSERT INTO people (workspace_id, id, uid, uid_updateable, email, meta)
  SELECT (SELECT min(id) FROM workspaces), gen_random_uuid(), 'u' || n, false, 'reader-' || n || '@example.com', '{}'
  FROM generate_series(1, $1::int) AS n`;
const MEMBERS_SQL = `
  INSERT INTO memberships (workspace_id, list_id, person_id, status)
  SELECT workspace_id, $1, id, 'subscribed' FROM people WHERE uid LIKE 'u%'`;
/** A slice of the people, so that events come in all the time. */
const EVENT_SQL = `
  INSERT INTO events (workspace_id, id, person_id, name)
  SELECT workspace_id, gen_random_uuid(), id, $1 FROM people WHERE uid LIKE 'u%' AND substr(uid, 2)::int % $2::int = $3::int`;

describe('kill -9 while people go through an automation', () => {
  let sink: SmtpSink;
  let product: Product;
  let pool: pg.Pool;

  beforeAll(async () => {
    sink = await startSmtpSink({ keep: false });
    product = await startProduct({ workers: 0, environment: { SMTP_URL: sink.url, LOG_LEVEL: 'warn' } });
    pool = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
    pool.on('error', () => undefined);
  });

  afterAll(async () => {
    await pool?.end();
    await product?.close();
    await sink?.close();
  });

  const rows = async (sql: string, values: unknown[] = []) => (await pool.query<Record<string, unknown>>(sql, values)).rows; // prettier-ignore
  const count = async (sql: string) => Number((await rows(sql))[0]?.count);
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const headers = { Authorization: basic(product.apiKey, product.apiSecret), 'Content-Type': 'application/json' };
    const response = await fetch(`${product.apiUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const publish = async () => {
    const list = (await post('/v1/lists', { title: 'Readers' })).id;
    const template = (await post('/console/templates', { name: 'hello', subject: 'Hello', text: 'Hello {{ uid }}' }))
      .id;
    const steps = [
      { id: 'half', kind: 'split', shares: [{ percent: 50, next: 'one' }, { percent: 50, next: 'other' }] }, // prettier-ignore
      { id: 'one', kind: 'update', changes: [{ increment: 'steps', by: 1 }], next: 'wait' },
      { id: 'other', kind: 'update', changes: [{ increment: 'steps', by: 1 }], next: 'wait' },
      { id: 'wait', kind: 'wait', wake: [{ event: 'Go', next: 'mail' }], timeout: { days: 1 }, else: 'mail' },
      { id: 'mail', kind: 'email', template, next: 'last' },
      { id: 'last', kind: 'update', changes: [{ increment: 'steps', by: 1 }], next: 'out' },
      { id: 'out', kind: 'exit' },
    ];
    const graph = { trigger: { kind: 'event', event: 'Start' }, settings: { list }, first: 'half', steps };
    const { id } = await post('/console/automations', { name: 'Seven steps', graph });
    await post(`/console/automations/${id}/publish`, {});
    return list;
  };

  it(
    'makes each visit once and each message once, and leaves nobody behind',
    async () => {
      const list = await publish();
      await rows(PEOPLE_SQL, [PEOPLE]);
      await rows(MEMBERS_SQL, [list]);
      const chance = randomFrom(SEED);
      const visits = () => count('SELECT count(*) FROM step_visits');
      const slices = Math.ceil(KILLS / 2);
      for (let kill = 0; kill < KILLS; kill++) {
        // The first half of the kills meets people who enter, the second half people who are woken.
        await rows(EVENT_SQL, [kill < slices ? 'Start' : 'Go', slices, kill % slices]);
        const since = await visits();
        const worker = await product.startWorker();
        const moment = since + 1 + Math.floor(chance() * (PEOPLE / slices));
        await until('the random moment has come', async () => (await visits()) >= moment, { ms: 120_000, every: 1 });
        await worker.kill();
      }
      await product.startWorker();
      const inside = () => count('SELECT count(*) FROM enrolments WHERE ended_at IS NULL');
      // Who entered late may have been asked to go before: the same event again moves only those who still wait.
      await until('everybody has entered', async () => (await count('SELECT count(*) FROM enrolments')) === PEOPLE, { ms: 240_000, every: 200 }); // prettier-ignore
      for (let slice = 0; slice < slices; slice++) await rows(EVENT_SQL, ['Go', slices, slice]);
      await until('everybody is through', async () => (await inside()) === 0, { ms: 240_000, every: 200 });

      expect(await rows('SELECT end_reason, count(*)::int AS count FROM enrolments GROUP BY 1')).toEqual([{ end_reason: 'done', count: PEOPLE }]); // prettier-ignore
      const paths = await rows(`SELECT path, count(*)::int AS count FROM (
      SELECT string_agg(visit || ' ' || outcome, ', ' ORDER BY visit, at) AS path FROM step_visits GROUP BY enrolment_id) AS each
      GROUP BY 1 ORDER BY 1`);
      expect(paths.map(({ path }) => path)).toEqual(['1 0, 2 next, 3 0, 4 next, 5 next, 6 done', '1 1, 2 next, 3 0, 4 next, 5 next, 6 done']); // prettier-ignore
      expect(await rows(`SELECT meta->>'steps' AS steps, count(*)::int AS count FROM people WHERE uid LIKE 'u%' GROUP BY 1`)).toEqual([{ steps: '2', count: PEOPLE }]); // prettier-ignore
      const messages = `SELECT count(*) FROM messages WHERE lane = 'bulk' OR list_id IS NOT NULL`;
      expect(await count(messages)).toBe(PEOPLE);
      expect(await count('SELECT count(DISTINCT effect_id) FROM step_visits WHERE effect_id IN (SELECT id FROM messages)')).toBe(PEOPLE); // prettier-ignore
      expect(await count('SELECT sum(count) AS count FROM step_counts WHERE step >= 0')).toBe(await visits());
      expect(await rows(`SELECT outcome, sum(count)::int AS count FROM step_counts WHERE step < 0 GROUP BY 1 ORDER BY 1`)).toEqual([{ outcome: 'done', count: PEOPLE }, { outcome: 'entered', count: PEOPLE }]); // prettier-ignore
      expect(await count('SELECT count(*) FROM waits')).toBe(0);
    },
    repetitions(600_000, 7_200_000),
  );
});
