/** @slow seeds a workspace twice */
import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { useWorkspace } from './support/product.js';

const run = promisify(execFile);
const PEOPLE = 400;

interface Campaign {
  state: string;
  people: { matched: number; queued: number; excluded: Record<string, number> };
  messages: Record<string, number>;
}

describe('npm run demo', () => {
  const subject = useWorkspace();
  const { call } = subject;

  const seed = (environment: Record<string, string> = {}) => {
    const { apiUrl, apiKey, apiSecret, databaseUrl } = subject.product;
    const given = {
      DEMO_API: apiUrl,
      DEMO_KEY: apiKey,
      DEMO_SECRET: apiSecret,
      DEMO_PEOPLE: String(PEOPLE),
      DATABASE_URL: databaseUrl,
    };
    return run(process.execPath, ['tools/demo.mjs'], { env: { PATH: process.env.PATH, ...given, ...environment } });
  };
  const messages = async (status: string) => {
    const { body } = await call(`GET /v1/messages?status=${status}&limit=30`);
    return (body.data as unknown[]).length;
  };

  it('fills a workspace with people, lists, templates and messages, and a second run doubles none of them', async () => {
    expect((await seed()).stdout).toMatch(/Done\./);
    const lists = async () => {
      const { body } = await call('GET /v1/lists?limit=30');
      return (body.data as { title: string; subscriber_count: number }[]).map(({ title, ...rest }) => [
        title,
        rest.subscriber_count,
      ]);
    };
    const before = await lists();
    expect(before).toHaveLength(5);
    const counts: Record<string, number> = {};
    for (const status of ['captured', 'bounced', 'complained', 'suppressed', 'canceled', 'scheduled'])
      counts[status] = await messages(status);
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    const automations = async () => (await call('GET /console/automations')).body.data;
    const [welcome, ...more] = await automations();
    expect([welcome, more]).toMatchObject([{ name: 'Club welcome', state: 'live' }, []]);
    expect(welcome.runs.inside).toBeGreaterThan(20);
    await seed();
    expect(await automations()).toHaveLength(1);
    expect(await lists()).toEqual(before);
    for (const status of ['bounced', 'suppressed', 'canceled', 'scheduled'])
      expect([status, await messages(status)]).toEqual([status, counts[status]]);
  });

  it('writes 60 days of mails, campaigns whose lines add up, and lists that grew', async () => {
    const { data } = (await call('GET /console/campaigns?limit=30')).body as { data: Campaign[] };
    const states = data.map(({ state }) => state).toSorted();
    expect(states).toEqual(['draft', 'scheduled', ...Array.from({ length: 10 }, () => 'sent')].toSorted());
    for (const { state, people, messages: ended } of data.filter(({ state: each }) => each === 'sent')) {
      const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);
      expect([state, sum(people.excluded) + people.queued]).toEqual([state, people.matched]);
      expect([state, sum(ended)]).toEqual([state, people.queued]);
    }
    for (const status of ['delivered', 'held', 'unknown']) expect([status, await messages(status)]).not.toEqual([status, 0]); // prettier-ignore
    const trends = (await call('GET /console/list-trends')).body as { data: { joined: number[] }[] };
    expect(Math.max(...trends.data.map(({ joined }) => joined.filter((people) => people > 0).length))).toBeGreaterThan(
      5,
    );
  });

  it('says what is wrong with its settings and changes nothing', async () => {
    await expect(seed({ DEMO_PEOPLE: '7' })).rejects.toMatchObject({
      stderr: expect.stringContaining('from 100 to 20,000'),
    });
    await expect(seed({ DEMO_SECRET: '' })).rejects.toMatchObject({ stderr: expect.stringContaining('DEMO_SECRET') });
    await expect(seed({ DEMO_API: 'http://127.0.0.1:9' })).rejects.toMatchObject({
      stderr: expect.stringContaining('npm start'),
    });
    await expect(seed({ DATABASE_URL: '' })).rejects.toMatchObject({ stderr: expect.stringContaining('DATABASE_URL') });
  });
});
