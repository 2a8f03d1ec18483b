import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

const PATIENTLY = { ms: 60_000 };
const CONTENT = { subject: 'News for {{ first_name | default: "you" }}', html: '<p>Hello {{ first_name }}</p>' };

describe('campaigns', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const create = async (body: object) =>
    (await call('POST /console/campaigns', { body: { name: unique('Campaign'), ...body } })).body as { id: string };
  const post = (id: string, action: string, body?: object) => call(`POST /console/campaigns/${id}/${action}`, { body });
  const read = async (id: string) => (await call(`GET /console/campaigns/${id}`)).body;
  const aReader = async (list: string, first_name = 'Grace') => {
    const email = anAddress();
    expectOk(await call(`POST /v1/lists/${list}/subscribers`, { body: { email, first_name } }));
    return email;
  };
  const isIn = (id: string, state: string) =>
    until(`the campaign is ${state}`, async () => (await read(id)).state === state, PATIENTLY);
  const past = () => new Date(Date.now() - 1_000).toISOString();

  it('reach each reader once, as a person of their own, and count themselves on the list', async () => {
    const list = (await aList(call)).id;
    const [ada, grace] = [await aReader(list, 'Ada'), await aReader(list)];
    const gone = await aReader(list);
    expectOk(await call('POST /console/suppressions', { body: { addresses: [gone] } }));
    const { id } = await create({ lists: [list], ...CONTENT });
    const check = await post(id, 'check');
    expect(check.body).toMatchObject({
      ...{ matched: 3, recipients: 2, is_exact: true, excluded: { suppressed: 1 }, problems: [] },
      variables: ['first_name', 'preferences_url', 'unsubscribe_url'],
    });
    expectRefusal(await post(id, 'start', { confirm_count: 5 }), 409, 'campaign_audience_changed', /2 people now/);
    expect((await post(id, 'start', { at: past(), confirm_count: 2 })).body.state).toBe('scheduled');
    await isIn(id, 'sent');
    expect(await read(id)).toMatchObject({
      people: { matched: 3, excluded: { suppressed: 1 }, planned: 0, queued: 2, skipped: {} },
      messages: { captured: 2, waiting: 0 },
    });
    const { data } = (await call(`GET /console/campaigns/${id}/recipients?state=queued`)).body;
    expect(new Set(data.map(({ email }: { email: string }) => email))).toEqual(new Set([ada, grace]));
    const { message } = data.find(({ email }: { email: string }) => email === ada);
    const shown = (await call(`GET /v1/messages/${message}`)).body;
    expect(shown).toMatchObject({ list, status: 'captured', content: { html: expect.stringContaining('Hello Ada') } });
    const { name } = (await call(`GET /console/campaigns/${id}`)).body;
    expect(shown.cause).toEqual({ kind: 'campaign', id, name });
    expect((await call(`GET /v1/messages?address=${ada}`)).body.data[0].cause).toEqual(shown.cause);
    expect((await call(`GET /v1/lists/${list}`)).body.broadcast_count).toBe(1);
    for (const action of ['start', 'pause', 'resume', 'cancel', 'undo'])
      expectRefusal(await post(id, action, action === 'start' ? {} : undefined), 409, 'campaign_state', /it is sent/);
    expectRefusal(await call(`DELETE /console/campaigns/${id}`), 409, 'campaign_state');
  });

  it('are reported on: people apart from machines, over time, by mailbox provider and link, and as a file', async () => {
    const list = (await aList(call)).id;
    const [ada, grace] = [`${unique('ada').toLowerCase()}@gmail.com`, anAddress()];
    for (const email of [ada, grace])
      expectOk(await call(`POST /v1/lists/${list}/subscribers`, { body: { email, first_name: '=1+1' } }));
    const html =
      '<p><a href="https://shop.example/sale?a=1&amp;b=2">Sale</a> <a href="https://shop.example/help">Help</a> ' +
      '<a href="{{ unsubscribe_url }}">Leave</a> {{ first_name }} <a href="{{ web_url }}">In the browser</a></p>';
    const { id } = await create({ lists: [list], ...CONTENT, html });
    const report = async () => (await call(`GET /console/campaigns/${id}/report`)).body;
    expect(await report()).toMatchObject({ total: { sent: 0 }, points: [], mailboxes: [], links: [] });
    expect((await call(`GET /console/campaigns/${id}/click-map`)).body).toEqual({ content: null, html: null });
    await post(id, 'start', { at: past() });
    await isIn(id, 'sent');
    const map = (await call(`GET /console/campaigns/${id}/click-map`)).body;
    expect(map.html).toMatch(/<a href="#link-0">Sale<\/a> <a href="#link-1">Help<\/a>/);
    expect(map.html).not.toMatch(/\/t\/[co]\/|\{\{/);

    const { data } = (await call(`GET /console/campaigns/${id}/recipients`)).body;
    const messageOf = (email: string) => data.find((each: { email: string }) => each.email === email).message;
    const mail = (await call(`GET /v1/messages/${messageOf(ada)}`)).body.content.html as string;
    const [sale, , leave, copy] = [...mail.matchAll(/href="([^"]+)"/g)].map(([, href]) => href as string);
    expect((await fetch(sale as string, { redirect: 'manual' })).headers.get('location')).toBe('https://shop.example/sale?a=1&b=2'); // prettier-ignore
    const shown = await fetch(copy as string);
    expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(await shown.text()).toContain(mail);
    const token = (copy as string).split('/').pop() as string;
    for (const path of [
      `t/v/${token}x`,
      `p/u/${token}`,
      `p/preferences/${token}`,
      `t/v/${(leave as string).split('/').pop()}`,
      't/v/%00',
    ])
      // prettier-ignore
      expect([path, (await fetch(`${subject.product.apiUrl}/${path}`)).status]).toEqual([path, 404]);
    const unsubscribed = await fetch(leave as string, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(unsubscribed.status).toBe(200);
    await until('all is counted', async () => {
      const { total } = await report();
      return total.sent === 2 && total.unsubscribed === 1 && total.clicked + total.clicked_by_machine === 1;
    }, PATIENTLY); // prettier-ignore
    const counted = await report();
    const what = counted.total.clicked_by_machine === 1 ? 'clicked_by_machine' : 'clicked';
    expect(counted).toMatchObject({
      total: { sent: 2, arrived: 2, bounced: 0, unsubscribed: 1, [what]: 1 },
      unit: 'hour',
      mailboxes: expect.arrayContaining([
        expect.objectContaining({ mailbox: 'google', sent: 1, unsubscribed: 1, [what]: 1 }),
        expect.objectContaining({ mailbox: 'other', sent: 1, unsubscribed: 0, [what]: 0 }),
      ]),
      links: [
        expect.objectContaining({ number: 0, url: 'https://shop.example/sale?a=1&b=2', [what]: 1 }),
        expect.objectContaining({ number: 1, url: 'https://shop.example/help', clicked: 0 }),
      ],
    });
    const relink = (body: object) => call(`PUT /console/campaigns/${id}/links`, { body });
    const [{ content }] = counted.links;
    const wrong = { content, number: 1, url: 'https://shop.example/support' };
    for (const [over, field] of [
      [{ url: 'javascript:alert(1)' }, 'url'],
      [{ number: 9 }, 'number'],
      [{ content: id }, 'content'],
    ] as const)
      // prettier-ignore
      expectRefusal(await relink({ ...wrong, ...over }), 400, 'invalid_input', new RegExp(field));
    const help = [...mail.matchAll(/href="([^"]+)"/g)][1]?.[1] as string;
    const target = async () => (await fetch(help, { redirect: 'manual' })).headers.get('location');
    expect(await target()).toBe('https://shop.example/help');
    expect((await relink(wrong)).body.links).toContainEqual(
      expect.objectContaining({ number: 1, url: 'https://shop.example/support', was: 'https://shop.example/help' }),
    );
    await until('the link leads elsewhere', async () => (await target()) === 'https://shop.example/support');
    const { data: logged } = (await call('GET /console/audit?operation=changeCampaignLink')).body;
    expect(JSON.stringify(logged)).toContain('https://shop.example/support');
    expect((await read(id)).engagement).toMatchObject({ unsubscribed: 1, [what]: 1 });
    const file = (await call(`GET /console/campaigns/${id}/recipients/export`)).text.split('\r\n');
    expect(file[0]).toBe(
      'id,email,number,list,state,reason,message,status,opened,clicked,unsubscribed,conversions,revenue',
    );
    expect(file).toHaveLength(4);
    const by = what === 'clicked' ? 'person' : 'machine';
    expect(file.find((line) => line.includes(ada))).toMatch(new RegExp(`,queued,,[0-9a-f-]{36},captured,,${by},20`));
    expect(file.find((line) => line.includes(grace))).toMatch(/,captured,,,,0,$/);
    const unknown = '01934901-6c7d-7e0a-8b2e-0c1d2e3f4a5b';
    for (const part of ['report', 'click-map', 'recipients/export'])
      expectRefusal(await call(`GET /console/campaigns/${unknown}/${part}`), 404, 'unknown_campaign');
  });

  it('are followed up by drafts for those who got them, and not made again without the number', async () => {
    const list = (await aList(call)).id;
    const [ada, grace] = [await aReader(list, 'Ada'), await aReader(list)];
    const { id } = await create({ lists: [list], ...CONTENT });
    expectRefusal(await post(id, 'follow-up', { who: 'arrived' }), 409, 'campaign_state', /followed up: it is draft/);
    expectRefusal(await post(id, 'follow-up', { who: 'everybody' }), 400, 'invalid_input', /who/);
    await post(id, 'start', { at: past() });
    await isIn(id, 'sent');
    await aReader(list, 'Late');
    expectOk(await call('POST /console/suppressions', { body: { addresses: [grace] } }));
    const { body: draft } = await post(id, 'follow-up', { who: 'arrived' });
    expect(draft).toMatchObject({ state: 'draft', lists: [list], follows: { campaign: id, who: 'arrived', resends: false } }); // prettier-ignore
    expect((await post(draft.id, 'check')).body).toMatchObject({ matched: 2, recipients: 1, excluded: { suppressed: 1 } }); // prettier-ignore
    await call(`PUT /console/campaigns/${draft.id}`, { body: { subject: 'Thank you', text: 'Hello.' } });
    await post(draft.id, 'start', { at: past(), confirm_count: 1 });
    await isIn(draft.id, 'sent');
    const { data } = (await call(`GET /console/campaigns/${draft.id}/recipients`)).body;
    expect(data).toEqual([expect.objectContaining({ email: ada, state: 'queued', status: 'captured' })]);

    const { body: again } = await post(id, 'follow-up', { who: 'not_opened', resend: true });
    expect(again).toMatchObject({ subject: null, html: CONTENT.html });
    const { problems, warnings } = (await post(again.id, 'check')).body;
    expect(problems).toContainEqual(expect.objectContaining({ code: 'no_subject' }));
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'follows_early' }));
    expectRefusal(await post(again.id, 'start', {}), 409, 'campaign_not_ready', /another subject/);

    expect((await call(`GET /console/campaigns/${id}/retry`)).body).toEqual({ unknown: 0, not_reached: 0 });
    expectRefusal(await post(id, 'retry', { what: 'unknown', confirm_count: 0 }), 409, 'nothing_to_retry');
    const { key, secret } = await anotherWorkspace(subject.product, {});
    for (const [route, body] of [
      ['follow-up', { who: 'arrived' }],
      ['retry', { what: 'unknown' }],
    ] as const)
      // prettier-ignore
      expectRefusal(
        await call(`POST /console/campaigns/${id}/${route}`, { as: { key, secret }, body }),
        ...([404, 'unknown_campaign'] as const),
      );
  });

  it('are in the public archive of their list once it is opened, without the data of anybody', async () => {
    const list = (await aList(call)).id;
    await aReader(list, 'Adalovelace');
    const { id } = await create({
      lists: [list],
      subject: 'News for {{ first_name | default: "<everybody>" }}',
      html: '<p>Hello {{ first_name }} {{ email }} <a href="https://shop.example/a">A</a> <a href="{{ unsubscribe_url }}">Out</a></p>',
    });
    const { body } = await call(`GET /console/lists/${list}/archive`);
    expect(body).toMatchObject({ is_public: false, url: expect.stringMatching(new RegExp(`/p/archive/${list}$`)) });
    const page = async (path = '') => {
      const answer = await fetch(`${body.url}${path}`);
      return {
        status: answer.status,
        text: await answer.text(),
        policy: answer.headers.get('content-security-policy'),
      };
    };
    await post(id, 'start', { at: past() });
    await isIn(id, 'sent');
    for (const path of ['', `/${id}`]) expect((await page(path)).status).toBe(404);
    expectOk(await call(`PUT /console/lists/${list}/archive`, { body: { is_public: true } }), {
      ...body,
      is_public: true,
    });
    const index = await page();
    expect(index).toMatchObject({ status: 200, text: expect.stringContaining(`${list}/${id}">News for &lt;everybody&gt;</a>`) }); // prettier-ignore
    const mail = await page(`/${id}`);
    expect(mail).toMatchObject({ status: 200, policy: expect.stringContaining('sandbox') });
    expect(mail.text).toContain('<a href="https://shop.example/a">A</a>');
    expect(mail.text).not.toMatch(/Adalovelace|@|\/t\/[co]\//);
    const draft = await create({ lists: [list], ...CONTENT });
    for (const path of [`/${draft.id}`, '/x', '/%00', `/${list}`])
      expect([path, (await page(path)).status]).toEqual([path, 404]);
    expectOk(await call(`PUT /console/lists/${list}/archive`, { body: { is_public: false } }), body);
    expect((await page()).status).toBe(404);
  });

  it('are drafts until they start: changed, copied, deleted, and started only when nothing is missing', async () => {
    const list = (await aList(call)).id;
    const draft = await create({});
    expectRefusal(await post(draft.id, 'start', {}), 409, 'campaign_not_ready', /no audience.*no subject/);
    const changed = await call(`PUT /console/campaigns/${draft.id}`, {
      body: { lists: [list], ...CONTENT, html: '{% if %}' },
    });
    expect(changed.body).toMatchObject({ state: 'draft', lists: [list], subject: CONTENT.subject });
    expectRefusal(await post(draft.id, 'start', {}), 409, 'campaign_not_ready', /nobody would get it/);
    expectRefusal(await call(`PUT /console/campaigns/${draft.id}`, { body: {} }), 400, 'empty_update');
    const unknown = '01934901-6c7d-7e0a-8b2e-0c1d2e3f4a5b';
    for (const body of [
      { lists: [unknown] },
      { segments: [unknown] },
      { list: unknown },
      { html: 'a', mjml: '<mjml/>' },
    ])
      expectRefusal(await call(`PUT /console/campaigns/${draft.id}`, { body }), 400, 'invalid_input');
    const copy = (await post(draft.id, 'duplicate')).body;
    expect(copy).toMatchObject({ state: 'draft', lists: [list], name: expect.stringMatching(/ \(copy\)$/) });
    expectOk(await call(`DELETE /console/campaigns/${copy.id}`), { status: 'ok' });
    expectRefusal(await call(`GET /console/campaigns/${copy.id}`), 404, 'unknown_campaign');
    const theirs = await anotherWorkspace(subject.product, {});
    expectRefusal(
      await call(`GET /console/campaigns/${draft.id}`, { as: { key: theirs.key, secret: theirs.secret } }),
      404,
      'unknown_campaign',
    );
  });

  it('are found by state, and by a part of name, subject or label in any case', async () => {
    const word = unique('Zebra');
    const named = await create({ name: `${word} name` });
    const titled = await create({ subject: `About ${word}` });
    const labelled = await create({ labels: [word] });
    const found = async (query: string) =>
      (await call(`GET /console/campaigns?limit=30&${query}`)).body.data.map(({ id }: { id: string }) => id);
    const q = encodeURIComponent(word.toUpperCase());
    expect(await found(`q=${q}`)).toEqual([labelled.id, titled.id, named.id]);
    expect(await found(`q=${q}&state=draft`)).toHaveLength(3);
    expect(await found(`q=${q}&state=sent`)).toEqual([]);
    expect(await found(`q=${encodeURIComponent(`${word}%`)}`)).toEqual([]);
    expectRefusal(await call('GET /console/campaigns?state=lost'), 400, 'invalid_input');
  });

  it('stand in a calendar on their day in the zone of the workspace', async () => {
    const days = (from: string, to: string) => call(`GET /console/campaigns/calendar?from=${from}&to=${to}`);
    expect((await days('2036-12-01', '2036-12-31')).body).toMatchObject({ time_zone: expect.any(String), data: [] });
    const list = (await aList(call)).id;
    await aReader(list);
    const { id } = await create({ name: 'Late', lists: [list], ...CONTENT });
    expectOk(await call('PUT /console/workspace', { body: { time_zone: 'Asia/Kathmandu' } }));
    expectOk(await post(id, 'start', { at: '2036-12-24T18:30:00Z' }));
    const { body } = await days('2036-12-25', '2036-12-25');
    expect(body).toMatchObject({ time_zone: 'Asia/Kathmandu' });
    expect(body.data).toEqual([{ id, name: 'Late', state: 'scheduled', day: '2036-12-25', time: '00:15' }]);
    expect((await days('2036-12-24', '2036-12-24')).body.data).toEqual([]);
    const wrong = [
      ['2036-02-30', '2036-03-01'],
      ['2036-12-02', '2036-12-01'],
      ['2036-01-01', '2036-12-01'],
      ['20361201aa', '2036-12-01'],
    ] as const;
    for (const [from, to] of wrong) expectRefusal(await days(from, to), 400, 'invalid_input');
    expectOk(await post(id, 'undo'));
  });

  it('refuse a change that is based on an older one', async () => {
    const { id } = await create({});
    const { updated_at: base_updated_at } = await read(id);
    const change = (body: object) => call(`PUT /console/campaigns/${id}`, { body: { base_updated_at, ...body } });
    expectRefusal(await change({}), 400, 'empty_update');
    expectOk(await change({ subject: 'First' }));
    await until('the clock has moved', async () => new Date().toISOString() !== (await read(id)).updated_at);
    expectRefusal(await change({ subject: 'Second' }), 409, 'campaign_changed');
    expect((await read(id)).subject).toBe('First');
  });

  it('are previewed with the data of a person, and tested without counting', async () => {
    const uid = unique('ada');
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { email: anAddress(), first_name: 'Ada' } }));
    const { id } = await create(CONTENT);
    expect((await post(id, 'preview', { uid })).body).toMatchObject({
      ...{ subject: 'News for Ada', html: expect.stringContaining('Hello Ada'), variables: expect.arrayContaining(['first_name']) }, // prettier-ignore
    });
    expect((await post(id, 'preview', {})).body).toMatchObject({ subject: 'News for you', missing: ['first_name'] });
    expectRefusal(await post(id, 'preview', { uid: unique('nobody') }), 404, 'unknown_person');
    const to = anAddress();
    const tested = await post(id, 'test', { to, uid });
    expectOk(tested);
    const message = (await call(`GET /v1/messages/${tested.body.id}`)).body;
    expect(message).toMatchObject({ subject: '[Test] News for Ada' });
    expectRefusal(await post(id, 'test', { to: 'no address' }), 400, 'invalid_input');
    expect((await read(id)).people.queued).toBe(0);
  });

  it('can be taken back for a minute, paused, resumed and canceled', async () => {
    const list = (await aList(call)).id;
    for (let count = 0; count < 3; count++) await aReader(list);
    const { id } = await create({ lists: [list], ...CONTENT, per_minute: 1 });
    expect((await post(id, 'start', {})).body.state).toBe('scheduled');
    expect((await post(id, 'undo')).body).toMatchObject({ state: 'draft', people: { matched: 0, planned: 0 } });
    await post(id, 'start', { at: past() });
    await until('one has a message', async () => (await read(id)).people.queued === 1, PATIENTLY);
    expectRefusal(await post(id, 'undo'), 409, 'campaign_begun');
    expect((await post(id, 'pause')).body.state).toBe('paused');
    expect((await call(`PUT /console/campaigns/${id}`, { body: { per_minute: 600 } })).body.per_minute).toBe(600);
    expectRefusal(await call(`PUT /console/campaigns/${id}`, { body: { subject: 'No' } }), 409, 'campaign_state');
    expect((await post(id, 'resume')).body.state).toBe('freezing');
    await isIn(id, 'sent');
    expect((await read(id)).messages).toEqual({ captured: 3, waiting: 0 });

    const other = await create({ lists: [list], ...CONTENT, per_minute: 1 });
    await post(other.id, 'start', { at: past() });
    await until('one has a message', async () => (await read(other.id)).people.queued === 1, PATIENTLY);
    expect((await post(other.id, 'cancel')).body).toMatchObject({
      state: 'canceled',
      people: { planned: 2, queued: 1 },
    });
    expectRefusal(await post(other.id, 'resume'), 409, 'campaign_state');
  });

  it('compare variants, and hold people out', async () => {
    const list = (await aList(call)).id;
    for (let count = 0; count < 8; count++) await aReader(list);
    const { id } = await create({ lists: [list], ...CONTENT, variants: [{ subject: 'Sale' }], test: { percent: 100 } });
    const set = (body: object) => call(`PUT /console/campaigns/${id}`, { body });
    const long = { subject: 'a', html: 'b', mjml: 'c' };
    for (const variants of [[], [{}], [{ subject: '' }], [{ subject: 1 }], [{ other: 'a' }], [long], [{}, {}, {}], 'a'])
      expectRefusal(await set({ variants }), 400, 'invalid_input');
    for (const test of [{ percent: 4 }, { metric: 'revenue' }, { hours: 0 }, { fallback: 'ask' }, 'a'])
      expectRefusal(await set({ test }), 400, 'invalid_input');
    expectRefusal(await set({ holdout_percent: 51 }), 400, 'invalid_input');
    expect(await read(id)).toMatchObject({
      ...{ variants: [{ subject: 'Sale' }], holdout_percent: 0, decision: null },
      test: { percent: 100, metric: 'clicks', hours: 4, fallback: 'first' },
    });
    expect((await post(id, 'preview', { variant: 'b' })).body.subject).toBe('Sale');
    expectRefusal(await post(id, 'preview', { variant: 'c' }), 400, 'invalid_input');
    expectOk(await set({ test: { percent: 50, hours: 1 } }));
    expect((await post(id, 'check')).body.warnings).toContainEqual({
      code: 'test_small',
      message: expect.stringContaining('about 2 people get each variant'),
    });
    expectOk(await set({ test: { percent: 100 } }));
    await post(id, 'start', { at: past() });
    await isIn(id, 'sent');
    const { data } = (await call(`GET /console/campaigns/${id}/variants`)).body;
    expect(data.map(({ variant, subject: text }: { variant: string; subject: string }) => [variant, text])).toEqual([
      ['a', CONTENT.subject],
      ['b', 'Sale'],
    ]);
    expect(data[0].arrived + data[1].arrived).toBe(8);
    const got = (await call(`GET /console/campaigns/${id}/recipients?limit=30`)).body.data;
    for (const { variant, message } of got) {
      const { subject: text } = (await call(`GET /v1/messages/${message}`)).body;
      expect(text).toBe(variant === 'b' ? 'Sale' : 'News for Grace');
    }
    const held = await create({ lists: [list], ...CONTENT, holdout_percent: 50 });
    await post(held.id, 'start', { at: past() });
    await isIn(held.id, 'sent');
    const { people } = await read(held.id);
    expect((people.excluded.held_out ?? 0) + people.queued).toBe(8);
    const out = (await call(`GET /console/campaigns/${held.id}/recipients?state=held_out&limit=30`)).body.data;
    expect(out).toHaveLength(people.excluded.held_out ?? 0);
  });
});
