/** @slow seeds a workspace twice */
import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { useWorkspace } from './support/product.js';

const run = promisify(execFile);
const PEOPLE = 400;

describe('npm run demo', () => {
  const subject = useWorkspace();
  const { call } = subject;

  const seed = (environment: Record<string, string> = {}) => {
    const { apiUrl, apiKey, apiSecret } = subject.product;
    const given = { DEMO_API: apiUrl, DEMO_KEY: apiKey, DEMO_SECRET: apiSecret, DEMO_PEOPLE: String(PEOPLE) };
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
    await seed();
    expect(await lists()).toEqual(before);
    for (const status of ['bounced', 'suppressed', 'canceled', 'scheduled'])
      expect([status, await messages(status)]).toEqual([status, counts[status]]);
  });

  it('says what is wrong with its settings and changes nothing', async () => {
    await expect(seed({ DEMO_PEOPLE: '7' })).rejects.toMatchObject({
      stderr: expect.stringContaining('from 100 to 20,000'),
    });
    await expect(seed({ DEMO_SECRET: '' })).rejects.toMatchObject({ stderr: expect.stringContaining('DEMO_SECRET') });
    await expect(seed({ DEMO_API: 'http://127.0.0.1:9' })).rejects.toMatchObject({
      stderr: expect.stringContaining('npm start'),
    });
  });
});
