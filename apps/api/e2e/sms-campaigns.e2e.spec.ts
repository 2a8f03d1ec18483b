/**
 * Needs a product whose workers reach a fake provider, and of which one is killed.
 *
 * @slow starts a product of its own, and waits for the leases of a killed worker
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeTwilio, type FakeTwilio } from '@dundun/providers/testing';
import { aReachableNumber } from '@dundun/domain/sms-marketing/testing';
import { until, type Running } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, unique } from './support/fixtures.js';
import { useProduct } from './support/product.js';
import { connected, REACHES_FAKES } from './support/providers.js';

const PATIENTLY = { ms: 90_000 };
const SENDER = { sms_source: 'twilio', sms_from: 'SHOP' };
const TEXT = 'Sale for {{ first_name | default: "you" }}: https://shop.example/sale No more: {{ unsubscribe_url }}';

describe('campaigns by SMS', () => {
  const subject = useProduct({ environment: REACHES_FAKES, workers: 0 });
  const { call } = subject;
  let fake: FakeTwilio;
  let worker: Running;

  beforeAll(async () => {
    fake = await startFakeTwilio();
    worker = await subject.product.startWorker();
    await call('PUT /console/workspace', { body: { sms_quiet_hours: null } });
    await connected(call, 'twilio', fake, { sender_ids: ['SHOP'] });
  });
  afterAll(() => fake.close());

  const create = async (body: object) => {
    const given = { name: unique('Campaign'), channel: 'sms', ...SENDER, ...body };
    const made = await call('POST /console/campaigns', { body: given });
    expectOk(made);
    return made.body.id as string;
  };
  const post = (id: string, action: string, body?: object) => call(`POST /console/campaigns/${id}/${action}`, { body });
  const read = async (id: string) => (await call(`GET /console/campaigns/${id}`)).body;
  const codes = async (id: string) =>
    (await post(id, 'check')).body.problems.map(({ code }: { code: string }) => code) as string[];
  const isIn = (id: string, state: string) =>
    until(`the campaign is ${state}`, async () => (await read(id)).state === state, PATIENTLY);
  const past = () => new Date(Date.now() - 1_000).toISOString();
  const aReader = async (list: string, first_name = 'Grace', number = aReachableNumber()) => {
    expectOk(await call(`POST /v1/lists/${list}/subscribers`, { body: { number, first_name } }));
    return number;
  };
  const gotBy = (number: string) => fake.messages.filter(({ to }) => to.replace('+', '') === number);

  it('say what they are, refuse what is for mail, and name what is missing', async () => {
    const list = (await aList(call)).id;
    await aReader(list);
    const bare = await create({ lists: [list], sms_source: null, sms_from: null, text: 'Hello' });
    expect(await codes(bare)).toEqual(['no_sender']);
    expect(await codes(await create({ lists: [list], text: 'Sale!' }))).toEqual(['no_opt_out']);
    expect(await codes(await create({ lists: [list], sms_from: 'OTHER', text: TEXT }))).toEqual(['no_sender']);
    const { sms } = (await post(await create({ lists: [list], text: TEXT }), 'check')).body;
    expect(sms).toMatchObject({
      segments: 1,
      most: 1,
      encoding: 'gsm7',
      longest: expect.stringMatching(/^Sale for Grace/),
    });
    expect(Object.values(sms.countries)).toEqual([1]);
    expect(sms.senders).toContainEqual({ source: 'twilio', from: 'SHOP' });
    const given = { name: 'SMS', channel: 'sms', subject: 'Hello' };
    expectRefusal(await call('POST /console/campaigns', { body: given }), 400, 'invalid_input', /^subject /);
    const mail = { name: 'Mail', ...SENDER };
    expectRefusal(await call('POST /console/campaigns', { body: mail }), 400, 'invalid_input', /^sms_source /);
    const id = await create({ lists: [list], text: TEXT });
    expectRefusal(await post(id, 'test', { to: 'ada@example.com' }), 400, 'invalid_input', /^number /);
    const tested = aReachableNumber();
    expectOk(await post(id, 'test', { number: tested }));
    await until('the test arrives', () => gotBy(tested).length === 1, PATIENTLY);
    expect((await post(id, 'preview', {})).body.text).toMatch(/^Sale for you: https:\/\/shop\.example\/sale/);
  });

  it('reach each number once, with links that count clicks and end SMS of the list', async () => {
    const list = (await aList(call)).id;
    const [ada, grace] = [await aReader(list, 'Ada'), await aReader(list)];
    const email = { email: `${unique('mail').toLowerCase()}@example.com` };
    expectOk(await call(`POST /v1/lists/${list}/subscribers`, { body: email }));
    const id = await create({ lists: [list], text: TEXT });
    expect((await post(id, 'check')).body).toMatchObject({ recipients: 2, excluded: { no_address: 1 }, problems: [] });
    expect((await post(id, 'start', { at: past(), confirm_count: 2 })).body).toMatchObject({ channel: 'sms' });
    await isIn(id, 'sent');
    expect(await read(id)).toMatchObject({ sms_segments: 2, people: { matched: 3, queued: 2 }, messages: { sent: 2 } });
    const body = String(gotBy(ada)[0]?.body);
    expect(gotBy(grace)).toHaveLength(1);
    const [sale, leave] = [...body.matchAll(/\/s\/\w{8}/g)].map(([path]) => path) as [string, string];
    const visit = (path: string) => fetch(new URL(path, subject.product.apiUrl), { redirect: 'manual' });
    expect((await visit(sale)).headers.get('location')).toBe('https://shop.example/sale');
    // What clicks here may be taken for a machine.
    const clicks = (given: { clicked: number; clicked_by_machine: number }) => given.clicked + given.clicked_by_machine;
    await until('the click is counted', async () => clicks((await read(id)).engagement) === 1, PATIENTLY);
    const report = (await call(`GET /console/campaigns/${id}/report`)).body;
    expect(report).toMatchObject({ total: { sent: 2 }, links: [{ url: 'https://shop.example/sale' }] });
    expect(clicks(report.links[0])).toBe(1);

    const page = String((await visit(leave)).headers.get('location'));
    const shown = await (await visit(new URL(page).pathname)).text();
    expect(shown).toContain(`•••${ada.slice(-3)}`);
    expect((await fetch(new URL(new URL(page).pathname, subject.product.apiUrl), { method: 'POST' })).status).toBe(200);
    const again = await create({ lists: [list], text: TEXT });
    expect((await post(again, 'check')).body).toMatchObject({ recipients: 1, excluded: { unsubscribed: 1 } });
    const { data } = (await call(`GET /console/campaigns/${id}/recipients`)).body;
    expect(new Set(data.map(({ number }: { number: string }) => number))).toEqual(new Set([ada, grace]));
  });

  it('halt at the ceiling of segments, and hand nothing over to a number that was suppressed meanwhile', async () => {
    const list = (await aList(call)).id;
    const numbers = await Promise.all(Array.from({ length: 4 }, () => aReader(list)));
    const id = await create({ lists: [list], text: TEXT, most_sms_segments: 3 });
    expect((await post(id, 'check')).body.warnings).toMatchObject([{ code: 'sms_ceiling' }]);
    expectOk(await post(id, 'start', { at: past() }));
    await isIn(id, 'halted');
    const stopped = numbers.find((number) => gotBy(number).length === 0) as string;
    expectOk(await call('POST /console/suppressions', { body: { addresses: [stopped] } }));
    expect((await read(id)).halt).toMatchObject({ code: 'sms_ceiling' });
    expectOk(await call(`PUT /console/campaigns/${id}`, { body: { most_sms_segments: 10 } }));
    expectOk(await post(id, 'resume'));
    await isIn(id, 'sent');
    for (const number of numbers) expect(gotBy(number)).toHaveLength(number === stopped ? 0 : 1);
    expect((await read(id)).messages).toMatchObject({ sent: 3, suppressed: 1 });
  });

  it('reach no number twice, also when a worker is killed', async () => {
    const list = (await aList(call)).id;
    const numbers: string[] = [];
    for (let from = 0; from < 120; from += 20)
      numbers.push(...(await Promise.all(Array.from({ length: 20 }, () => aReader(list)))));
    const id = await create({ lists: [list], text: TEXT, per_minute: 1_200 });
    expectOk(await post(id, 'start', { at: past() }));
    const arrived = () => numbers.filter((number) => gotBy(number).length > 0).length;
    await until('some have it', () => arrived() > 20, PATIENTLY);
    await worker.kill();
    worker = await subject.product.startWorker();
    // What was being handed over is held, so that nobody gets it twice.
    await until('the others have it', () => arrived() >= 110, PATIENTLY);
    await until('everybody was served', async () => (await read(id)).people.planned === 0, PATIENTLY);
    for (const number of numbers) expect(gotBy(number).length).toBeLessThanOrEqual(1);
    expect((await read(id)).people).toMatchObject({ matched: 120, queued: 120, planned: 0 });
  });
});
