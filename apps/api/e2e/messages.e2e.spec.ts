/**
 * @slow waits for messages that are planned seconds ahead
 */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { startFakePostmark, startSmtpSink } from '@dundun/providers/testing';
import { until } from '@dundun/testing';
import PostalMime from 'postal-mime';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, anEmail, anSms, aNumber, aSubscriber, NOBODY, put, unique } from './support/fixtures.js';
import { closing } from './support/closing.js';
import { accepted, capturedFor, ended, received } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { sentThrough } from './support/providers.js';
import { anotherWorkspace } from './support/workspaces.js';

/** Far enough ahead for the steps of a test before it. */
const SOON_MS = 6_000;
const later = (ms = 86_400_000) => new Date(Date.now() + ms).toISOString();
const anItem = (fields: object = {}) => ({ type: 'email', ...anEmail({ to: anAddress(), ...fields }) });
const file = (content: string, fields: object = {}) => ({ filename: 'a.txt', content, ...fields });

/** File names that mail programs have trouble with. */
const NAMES = [
  'plain.txt',
  'Grüße aus Köln.pdf',
  'ẹ ṣé o.csv',
  '报告.docx',
  '🥁👩🏽‍💻.png',
  'a "quoted" name.txt',
  "it's; a=b, (c) <d>.txt",
  'R&D 100%.txt',
  'no-extension',
  `${'long-'.repeat(40)}ü.txt`,
];
const TYPES = ['application/octet-stream', 'text/plain', 'application/pdf'];

describe('a batch of messages', () => {
  const { call } = useWorkspace();
  const batch = (messages: unknown[], headers = {}) => call('POST /v1/send/batch', { body: { messages }, headers });

  it('accepts the valid items, with one answer for each in order', async () => {
    const [first, last] = [anItem(), { type: 'sms', ...anSms({ to: aNumber() }) }];
    const answer = await batch([
      first,
      anItem({ to: 'nobody' }),
      anItem({ from: { name: 'A', email: 'a@else.test' } }),
      { type: 'push' },
      {},
      { type: 'sms', ...anSms({ from: 'NOBODY' }) },
      anItem({ list: NOBODY }),
      anItem({ send_at: later(91 * 86_400_000) }),
      anItem({ to: ['ada@example.com', 'nobody'] }),
      { ...last, template_varibles: {} },
    ]);
    expectOk(answer, {
      data: [
        { id: expect.any(String) },
        ...['invalid_input', 'domain_not_connected', 'invalid_input', 'invalid_input', 'unknown_sender'].map((code) => ({
          error: expect.stringMatching(/\w+ \w+/),
          code,
        })),
        { error: expect.any(String), code: 'unknown_list' },
        { error: expect.stringContaining('send_at'), code: 'invalid_input' },
        { error: expect.stringContaining('; [1] is '), code: 'invalid_input' },
        { id: expect.any(String), notices: ['ignored unknown keys: template_varibles'] },
      ],
    }); // prettier-ignore
    for (const { id } of [answer.body.data[0], answer.body.data.at(-1)])
      expect((await ended(call, id)).status).toBe('captured');
  });

  it('accepts 500 items and captures each once', async () => {
    const to = anAddress();
    const answer = await batch(Array.from({ length: 500 }, () => anItem({ to })));
    expectOk(answer);
    const ids = new Set<string>(answer.body.data.map(({ id }: { id: string }) => id));
    expect(ids.size).toBe(500);
    for (const id of ids) expect((await ended(call, id)).status).toBe('captured');
  });

  it.each([
    ['none', []],
    ['501', Array.from({ length: 501 }, () => anItem())],
    ['no list', 'x'],
    ['texts', ['x']],
  ])('refuses %s', async (_, messages) => {
    expectRefusal(await batch(messages as unknown[]), 400, 'invalid_input', /messages/);
  });

  it('stores a batch once under its key, including invalid items', async () => {
    const to = anAddress();
    const messages = [anItem({ to }), anItem({ to: 'nobody' })];
    const headers = { 'Idempotency-Key': unique('batch') };
    const answers = await Promise.all([1, 2, 3].map(() => batch(messages, headers)));
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeGreaterThan(0);
    const again = await batch(messages, headers);
    for (const answer of [...good, again]) expect(answer.body).toEqual(good[0]?.body);
    expectRefusal(await batch([anItem()], headers), 422, 'idempotency_key_reused');
    await received(call, to);
    expect(await capturedFor(call, to)).toHaveLength(1);
  });
});

describe('a scheduled message', () => {
  const { call } = useWorkspace();
  const get = async (id: string) => (await call(`GET /v1/messages/${id}`)).body;

  it('is sent at its time', async () => {
    const to = anAddress();
    const send_at = later(SOON_MS);
    const id = await accepted(call, 'email', anEmail({ to, send_at }));
    expect(await get(id)).toMatchObject({ status: 'scheduled', send_at });
    expect(await capturedFor(call, to)).toEqual([]);
    await until('it has left', async () => (await get(id)).status === 'captured', { ms: 30_000 });
    const { timeline } = await get(id);
    const left = timeline.find(({ type }: { type: string }) => type === 'attempt').at;
    // The clocks of worker and database may differ.
    expect(Date.parse(left)).toBeGreaterThanOrEqual(Date.parse(send_at) - 1_000);
  });

  it('is sent at once when its time has passed', async () => {
    const id = await accepted(call, 'sms', anSms({ to: aNumber(), send_at: '2020-01-01T00:00:00Z' }));
    expect((await ended(call, id)).status).toBe('captured');
  });

  it('cannot be scheduled more than 90 days ahead', async () => {
    const body = anEmail({ send_at: later(91 * 86_400_000) });
    expectRefusal(await call('POST /v1/send/email', { body }), 400, 'invalid_input', /send_at/);
  });

  it('can be canceled before its time, repeatedly', async () => {
    const to = anAddress();
    const id = await accepted(call, 'email', anEmail({ to, send_at: later(SOON_MS) }));
    for (let times = 0; times < 2; times++) expectOk(await call(`POST /v1/messages/${id}/cancel`), { status: 'ok' });
    const canary = await accepted(call, 'email', anEmail({ send_at: later(SOON_MS + 500) }));
    await until('a later one has left', async () => (await get(canary)).status === 'captured', { ms: 30_000 });
    expect(await get(id)).toMatchObject({ status: 'canceled' });
    expect(await capturedFor(call, to)).toEqual([]);
  });

  it('cannot be canceled after sending or by another workspace', async () => {
    const id = await accepted(call, 'email', anEmail());
    await ended(call, id);
    expectRefusal(await call(`POST /v1/messages/${id}/cancel`), 409, 'not_cancelable', /captured/);
    expectRefusal(await call(`POST /v1/messages/${NOBODY}/cancel`), 404, 'unknown_message');
  });

  it('is either canceled or sent when both race', async () => {
    const to = anAddress();
    const ids = await Promise.all(
      Array.from({ length: 40 }, () => accepted(call, 'email', anEmail({ to, send_at: later(1_000) }))),
    );
    const answers: number[] = [];
    const end = Date.now() + 1_300;
    const pause = (1_000 * 1.3) / ids.length;
    for (const id of ids) {
      answers.push((await call(`POST /v1/messages/${id}/cancel`)).status);
      if (Date.now() < end) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    const stand = await Promise.all(ids.map(async (id) => (await until('it is settled', async () => {
      const { status } = await get(id);
      return ['canceled', 'captured'].includes(status) && (status as string);
    })))); // prettier-ignore
    expect(stand).toEqual(answers.map((status) => (status === 200 ? 'canceled' : 'captured')));
    const sent = stand.filter((status) => status === 'captured').length;
    const inbox = await call(`GET /console/inbox?limit=30&to=${encodeURIComponent(to)}`);
    expect(inbox.body.data.length).toBe(Math.min(sent, 30));
  });
});

describe('attachments', () => {
  const subject = useWorkspace();
  const { call } = subject;

  it('are listed by the message', async () => {
    const attachments = [
      file('SGVsbG8=', { filename: 'Grüße.txt', content_type: 'text/plain' }),
      file('R0lGODlhAQABAAAAACw=', { filename: 'logo.gif', content_type: 'image/gif', content_id: 'logo' }),
    ];
    const body = anEmail({ attachments, html: '<img src="cid:logo">' });
    const { id } = await ended(call, await accepted(call, 'email', body));
    const { content } = (await call(`GET /v1/messages/${id}`)).body;
    expect(content.attachments).toEqual(['Grüße.txt', 'logo.gif']);
  });

  it('arrive byte for byte under their names, by SMTP and by HTTP', async () => {
    const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const files: { filename: string; content: Buffer; content_type?: string; content_id?: string }[] = [
      ...NAMES.map((filename, at) => ({ filename, content: Buffer.concat([every, Buffer.from(filename)]), content_type: TYPES[at % 3] })), // prettier-ignore
      { filename: 'dots and ends.bin', content: Buffer.from('.\r\n..\r\n.\n\n.\r'.repeat(50)), content_type: TYPES[0] },
      { filename: 'logo.gif', content: every, content_type: 'image/gif', content_id: 'logo@shop' },
    ];
    const attachments = files.map(({ content, ...rest }) => ({ ...rest, content: content.toString('base64') }));
    const from = { name: 'Ada', email: 'ada@sender.test' };
    const [sink, postmark] = [closing(await startSmtpSink()), closing(await startFakePostmark())];
    for (const [provider, settings, endpoint] of [
      ['smtp', { host: '127.0.0.1', port: sink.port, tls: 'none' }, undefined],
      ['postmark', postmark.settings, postmark.origin],
    ] as const) {
      const { call: theirs } = await anotherWorkspace(subject.product);
      const body = { provider, settings, endpoint, domains: ['sender.test'] };
      expect((await theirs('POST /console/integrations', { body })).status).toBe(200);
      const html = '<p>Grüße</p><img src="cid:logo@shop">';
      const { status } = await sentThrough(theirs, 'email', anEmail({ from, html, attachments }));
      expect(status).toBe('sent');
    }
    const mail = await PostalMime.parse(sink.messages[0]?.raw as Buffer);
    const arrived = mail.attachments.map(({ filename, content, contentId, mimeType }) => ({ filename, mimeType, contentId: contentId?.replace(/[<>]/g, ''), content: Buffer.from(content as ArrayBuffer) })); // prettier-ignore
    const handed = (postmark.messages[0]?.body.Attachments ?? []).map(({ Name, Content, ContentType, ContentID }) => ({ filename: Name, mimeType: ContentType, contentId: ContentID?.replace(/^cid:/, ''), content: Buffer.from(Content, 'base64') })); // prettier-ignore
    for (const got of [arrived, handed]) {
      expect(got.map(({ filename }) => filename).sort()).toEqual(files.map(({ filename }) => filename).sort());
      for (const { filename, content, content_type, content_id } of files) {
        const found = got.find((each) => each.filename === filename);
        expect([filename, found?.mimeType, found?.contentId, found?.content.equals(content)]).toEqual([filename, content_type, content_id, true]); // prettier-ignore
      }
    }
    expect(mail.html).toContain('cid:logo@shop');
  });

  it.each([
    ['no base64', [file('Hello!')]],
    ['half of base64', [file('SGVsbG8')]],
    ['no content', [file('')]],
    ['no name', [file('SGk=', { filename: '' })]],
    ['a line break in the name', [file('SGk=', { filename: 'a\r\nBcc: eve@example.com' })]],
    ['a line break in the type', [file('SGk=', { content_type: 'text/plain\r\nX: y' })]],
    ['21 files', Array.from({ length: 21 }, () => file('SGk='))],
    ['no list', file('SGk=')],
  ])('are refused: %s', async (_, attachments) => {
    expectRefusal(await call('POST /v1/send/email', { body: anEmail({ attachments }) }), 400, 'invalid_input', /attachments/); // prettier-ignore
  });

  it('may have 7 MB in total', async () => {
    const of = (bytes: number) => file(Buffer.alloc(bytes, 7).toString('base64'));
    const most = 7 * 1024 * 1024;
    const right = anEmail({ attachments: [of(most - 2)] });
    expect((await ended(call, await accepted(call, 'email', right))).status).toBe('captured');
    const wrong = await call('POST /v1/send/email', { body: anEmail({ attachments: [of(most), of(3)] }) });
    expectRefusal(wrong, 400, 'invalid_input', /attachments/);
    const huge = await call('POST /v1/send/email', { body: anEmail({ attachments: [of(3 * most)] }) });
    expectRefusal(huge, 413, 'body_too_large');
  });

  it('of 7 MB are accepted in little more time than it takes to read them', async () => {
    const content = randomBytes(7 * 1024 * 1024 - 2).toString('base64');
    const timed = async (fields: object, status: number) => {
      const body = anEmail({ attachments: [file(content)], ...fields });
      const begin = performance.now();
      const answer = await call('POST /v1/send/email', { body, headers: { 'Idempotency-Key': unique() } });
      const ms = performance.now() - begin;
      expect(answer.status).toBe(status);
      if (status === 200) await ended(call, answer.body.id);
      return ms;
    };
    const unconnected = { from: { name: 'Ada', email: 'ada@elsewhere.test' } };
    const [read, stored]: [number[], number[]] = [[], []];
    // In turns, and the best of each: other work on the machine slows both alike.
    for (let turn = 0; turn < 5; turn++) {
      read.push(await timed(unconnected, 400));
      stored.push(await timed({}, 200));
    }
    expect(Math.min(...stored)).toBeLessThan(6 * Math.min(...read));
  });
});

describe('the suppressions of a workspace', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const suppress = (addresses: string[], note?: string) =>
    call('POST /console/suppressions', { body: { addresses, note } });
  const list = async (query = '') => (await call(`GET /console/suppressions${query}`)).body.data;

  it('store addresses and numbers once, match any spelling, and can be removed', async () => {
    const [address, number] = [anAddress(), aNumber()];
    const spelt = `+${number.slice(0, 3)} ${number.slice(3)}`;
    expectOk(await suppress([address.toUpperCase(), spelt], 'Asked by phone'), { added: 2 });
    expectOk(await suppress([address, number]), { added: 0 });
    expect(await list('?reason=manual')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ address, reason: 'manual', detail: 'Asked by phone', message_id: null }),
        expect.objectContaining({ address: number, reason: 'manual' }),
      ]),
    );
    expect((await ended(call, await accepted(call, 'email', anEmail({ to: address })))).status).toBe('suppressed');
    expect((await ended(call, await accepted(call, 'sms', anSms({ to: number })))).status).toBe('suppressed');
    expectOk(await call(`DELETE /console/suppressions/${encodeURIComponent(address.toUpperCase())}`), { status: 'ok' });
    expectRefusal(await call(`DELETE /console/suppressions/${address}`), 404, 'unknown_suppression');
    expect((await ended(call, await accepted(call, 'email', anEmail({ to: address })))).status).toBe('captured');
  });

  it('import a thousand entries, export and page through them', async () => {
    const all = Array.from({ length: 1_000 }, (_, index) => `${unique()}-${index}@example.com`);
    expectOk(await suppress(all), { added: 1_000 });
    const { headers, text } = await call('GET /console/suppressions/export');
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="suppressions.csv"');
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('address,reason,detail,created_at');
    const exported = new Set(lines.slice(1).map((line) => line.split(',')[0]));
    expect(all.filter((address) => !exported.has(address))).toEqual([]);
    const { body } = await call('GET /console/suppressions?limit=30');
    const next = await list(`?limit=30&next_cursor=${encodeURIComponent(body.next_cursor)}`);
    const seen = [...body.data, ...next].map(({ address }: { address: string }) => address);
    expect(new Set(seen).size).toBe(60);
  });

  it('import an export unchanged: addresses, reasons, details and dates', async () => {
    const [mine, theirs] = [await anotherWorkspace(subject.product), await anotherWorkspace(subject.product)];
    const suppressions = [
      { address: '+1@x.com', reason: 'complaint', detail: '=1+1', created_at: '2024-02-29T10:00:00.123Z' },
      {
        address: "'+1@x.com",
        reason: 'bounce',
        detail: '550 "no", such\r\nuser',
        created_at: '2023-01-01T00:00:00.000Z',
      },
      { address: '-x@x.com', reason: 'unsubscribe', detail: "'=cmd", created_at: '2025-05-05T05:05:05.005Z' },
      { address: '=1+1@x.com', reason: 'soft_bounces', detail: null, created_at: '2025-05-05T05:05:05.006Z' },
      { address: "o'neill@x.com", reason: 'manual', detail: "'a", created_at: '2025-05-05T05:05:05.007Z' },
      { address: '2348012345678', reason: 'stop', detail: null, created_at: '2025-05-05T05:05:05.008Z' },
    ];
    const shown = async ({ call: of }: typeof mine) =>
      (await of('GET /console/suppressions?limit=30')).body.data.map(
        ({ address, reason, detail, created_at }: Record<string, unknown>) => ({ address, reason, detail, created_at }),
      );
    const byDate = suppressions.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
    expectOk(await mine.call('POST /console/suppressions', { body: { suppressions } }), { added: 6 });
    expect(await shown(mine)).toEqual(byDate);
    const { text } = await mine.call('GET /console/suppressions/export');
    const importing = (of: typeof mine, csv: string) =>
      of.call('POST /console/suppressions', { raw: csv, headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
    expectOk(await importing(theirs, `\ufeff${text}`), { added: 6 });
    expect(await shown(theirs)).toEqual(byDate);
    expectOk(await importing(theirs, text), { added: 0 });
    expectOk(await importing(theirs, 'name,Address\nGrace,grace@x.com\n\n'), { added: 1 });
    for (const [csv, sentence] of [
      ['', /suppressions must be CSV/],
      ['grace@x.com\n', /suppressions must be CSV/],
      ['address\n"grace@x.com', /suppressions must be CSV/],
      ['address\nnew@x.com\nnobody\n', /suppressions\.1\.address/],
      ['address,reason\nnew@x.com,because\n', /suppressions\.0\.reason/],
      ['address,created_at\nnew@x.com,yesterday\n', /suppressions\.0\.created_at/],
    ] as [string, RegExp][])
      expectRefusal(await importing(theirs, csv), 400, 'invalid_input', sentence);
    expect(await shown(theirs)).toHaveLength(7);
    const elsewhere = { raw: text, headers: { 'Content-Type': 'text/csv' } };
    expectRefusal(await theirs.call('POST /v1/lists', elsewhere), 415, 'unsupported_media_type');
  });

  it('export nothing that a spreadsheet would execute', async () => {
    const formula = `=hyperlink(1)${unique()}@example.com`.replace(/[()]/g, '');
    expectOk(await suppress([formula, `+${unique()}@example.com`], '=cmd|"/c calc"!A1'), { added: 2 });
    const { text } = await call('GET /console/suppressions/export');
    const lines = text.split('\r\n').filter((line) => line.includes('calc'));
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^'[=+][^,]+,manual,"'=cmd\|""\/c calc""!A1",/);
  });

  it.each([[[]], [['nobody']], [['a@example.com', 'x y']], [Array.from({ length: 1_001 }, anAddress)]])(
    'refuse %j',
    async (addresses) => {
      expectRefusal(await suppress(addresses), 400, 'invalid_input', /addresses/);
    },
  );

  it('belong to one workspace', async () => {
    const theirs = await anotherWorkspace(subject.product);
    const address = anAddress();
    await suppress([address]);
    expect((await theirs.call('GET /console/suppressions')).body.data).toEqual([]);
    expect((await theirs.call('GET /console/suppressions/export')).text).toBe('address,reason,detail,created_at\r\n');
    expectRefusal(await theirs.call(`DELETE /console/suppressions/${address}`), 404, 'unknown_suppression');
    for (const strange of ['%00', 'a%00b', 'a%00@example.com'])
      expectRefusal(await theirs.call(`DELETE /console/suppressions/${strange}`), 404, 'unknown_suppression');
  });

  it('of a list apply only to mail of that list', async () => {
    const [one, other] = [await aList(call), await aList(call)];
    const to = anAddress();
    await put(call, one.id, await aSubscriber(call, one.id, { email: to }), false);
    const standing = async (fields: object) =>
      (await ended(call, await accepted(call, 'email', anEmail({ to, ...fields })))).status;
    expect(await standing({ list: one.id })).toBe('suppressed');
    expect([await standing({ list: other.id }), await standing({})]).toEqual(['captured', 'captured']);
    expect(await list()).not.toContainEqual(expect.objectContaining({ address: to }));
  });
});
