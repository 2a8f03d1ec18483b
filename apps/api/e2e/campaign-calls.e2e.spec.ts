import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

const PATIENTLY = { ms: 60_000 };

describe('campaigns that an integrator makes by one call', () => {
  const { call } = useWorkspace();
  const aListWith = async (...emails: string[]) => {
    const { id } = await aList(call);
    for (const email of emails) expectOk(await call(`POST /v1/lists/${id}/subscribers`, { body: { email } }));
    return id;
  };
  const at = () => new Date().toISOString();
  const read = async (id: string) => (await call(`GET /console/campaigns/${id}`)).body;
  const isIn = (id: string, state: string) =>
    until(`the campaign is ${state}`, async () => (await read(id)).state === state, PATIENTLY);
  const called = async (name: string) =>
    (await call(`GET /console/campaigns?q=${encodeURIComponent(name)}`)).body.data as { id: string }[];

  it('start once, however often the call is repeated, and fill in their data', async () => {
    const name = unique('Sale');
    const email = anAddress();
    const body = {
      ...{ name, lists: [await aListWith(email)], subject: 'Save {{ offer }}' },
      html: '<p>{{ items[0].name }}: <a href="https://shop.test/s?a=1">Shop</a> <a href="https://shop.test/terms">T</a></p>',
      data: { offer: '20%', items: [{ name: 'Shoes' }] },
      utm: { source: 'news', campaign: 'sale', except: ['https://shop.test/terms'] },
      start: { at: at(), confirm_count: 1 },
    };
    const headers = { 'Idempotency-Key': unique('key') };
    const first = await call('POST /console/campaigns', { body, headers });
    expectOk(first);
    expect(first.body).toMatchObject({ state: 'scheduled', data: body.data, utm: body.utm });
    expectOk(await call('POST /console/campaigns', { body, headers }), first.body);
    expect(await called(name)).toHaveLength(1);
    const { id } = first.body as { id: string };
    await isIn(id, 'sent');
    const { data } = (await call(`GET /console/campaigns/${id}/recipients`)).body;
    const { subject, content } = (await call(`GET /v1/messages/${data[0].message}`)).body;
    expect(subject).toBe('Save 20%');
    expect(content.html).toContain('Shoes: ');
    const [shop, terms] = [...content.html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href as string);
    const target = async (link: string) => (await fetch(link, { redirect: 'manual' })).headers.get('location');
    expect(await target(shop as string)).toBe('https://shop.test/s?a=1&utm_source=news&utm_campaign=sale');
    expect(await target(terms as string)).toBe('https://shop.test/terms');
  });

  it('show where each link leads, also in a preview', async () => {
    const body = { name: unique('News'), subject: 'Hi', html: '<a href="https://a.test/#b">A</a> {{ offer }}' };
    const { id } = (await call('POST /console/campaigns', { body: { ...body, data: { offer: 'two for one' } } })).body;
    const targets = async () => (await call(`GET /console/campaigns/${id}/targets`)).body.data;
    expect(await targets()).toEqual([{ target: 'https://a.test/#b', result: 'https://a.test/#b' }]);
    expectOk(await call(`PUT /console/campaigns/${id}`, { body: { utm: { medium: 'e mail' } } }));
    expect(await targets()).toEqual([{ target: 'https://a.test/#b', result: 'https://a.test/?utm_medium=e%20mail#b' }]);
    const html = '<a href="https://a.test/?utm_medium=e%20mail#b">A</a> two for one';
    const preview = await call(`POST /console/campaigns/${id}/preview`, { body: {} });
    expect(preview.body).toMatchObject({ html: expect.stringContaining(html), missing: [] });
    expectOk(await call(`PUT /console/campaigns/${id}`, { body: { utm: null } }));
    expect((await read(id)).utm).toBeNull();
  });

  it('are refused with each field that keeps them from starting, and leave nothing behind', async () => {
    const refused = async (body: object, ...fields: string[]) => {
      const name = unique('Refused');
      const answer = await call('POST /console/campaigns', { body: { name, start: {}, ...body } });
      expectRefusal(answer, 400, 'invalid_input');
      for (const field of fields) expect(answer.body.error).toMatch(new RegExp(`(^|; )${field} `));
      expect(await called(name)).toEqual([]);
    };
    const lists = [await aListWith(anAddress())];
    const text = 'Hello.';
    await refused({ text }, 'lists', 'subject');
    await refused({ lists: [(await aList(call)).id], subject: 'Hi', text }, 'lists');
    await refused({ lists, subject: 'Hi', text: '{{ offer }}' }, 'data');
    await refused({ lists, subject: 'Hi', html: '{% if %}' }, 'html');
    await refused({ lists, subject: 'Hi', text, start: { at: '2020-01-01T00:00:00Z' } }, 'at');
    await refused({ lists, subject: 'Hi', text, utm: { source: '{{ uid }}' } }, 'utm.source');
    await refused({ lists, subject: 'Hi', text, data: { long: 'x'.repeat(10_001) } }, 'data');
    const body = { name: unique('Refused'), lists, subject: 'Hi', text, start: { confirm_count: 50 } };
    expectRefusal(await call('POST /console/campaigns', { body }), 409, 'campaign_audience_changed');
    expect(await called(body.name)).toEqual([]);
  });
});
