import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectRefusal } from './support/answers.js';
import { rows } from './support/database.js';
import { aList, anAddress, anEmail, anSms, aSubscriber, unique } from './support/fixtures.js';
import { accepted, delivered, ended, headerOf, received, type Captured } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

const PREVIEW = '<div style="display:none;max-height:0;overflow:hidden">Preview</div>';
const LINK = '<p>Read <a href="https://shop.test/offer">our offer</a></p>';
const TRACKED = { track_opens: true, track_clicks: true };

/** Html alone: no text of its own. */
const inHtml = (html: string, fields: object = {}) => ({ ...anEmail({ html, ...fields }), text: '', to: anAddress() });

describe('the composition of an email', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const idOf = async ({ id }: Captured): Promise<string> => (await call(`GET /console/inbox/${id}`)).body.message_id;
  const noticeOf = async (body: object, path = 'email') =>
    (await call(`POST /v1/send/${path}`, { body })).headers.get('Dundun-Notice');

  it('derives the text from html without hidden elements and without what tracking adds', async () => {
    for (const tracking of [{}, TRACKED]) {
      const { text = '', html } = await delivered(call, 'email', inHtml(PREVIEW + LINK, tracking));
      expect(text?.trim()).toMatch(/^Read our offer \[https?:\/\/\S+\]$/);
      expect(html).toContain('Preview');
    }
  });

  it('tracks each link of the derived text as that of the html, and no other', async () => {
    const { text, html } = await delivered(call, 'email', inHtml(LINK, TRACKED));
    const [shown] = /http\S+\/t\/c\/[\w.-]+/.exec(text ?? '') ?? [];
    expect(html?.split('"')).toContain(shown);
    expect(text?.match(/\/t\/c\//g)).toHaveLength(1);
  });

  it('gives html that consists of images a text part', async () => {
    const image = '<a href="https://shop.test/"><img src="https://shop.test/a.png" alt="Summer sale"></a>';
    expect((await delivered(call, 'email', inHtml(image))).text?.trim()).toBe('Summer sale [https://shop.test/]');
    const bare = inHtml('<img src="https://shop.test/a.png">', { subject: 'Our sale' });
    expect((await delivered(call, 'email', bare)).text?.trim()).toBe('Our sale');
  });

  it('tracks the links of Outlook’s conditions and shapes', async () => {
    const shape = '<v:rect href="https://shop.test/vml"><center>Buy</center></v:rect>';
    const { html } = await delivered(call, 'email', inHtml(`<!--[if mso]>${shape}<![endif]-->${LINK}`, TRACKED));
    expect(html).toMatch(/<!--\[if mso\]><v:rect href="http[^"]+\/t\/c\/[\w.-]+">/);
    expect(html).not.toContain('shop.test/vml');
  });

  it('names the number of links beyond the limit in the notice, also to a repeated call', async () => {
    const many = Array.from({ length: 1_012 }, (_, index) => `<a href="https://shop.test/${index}">x</a>`).join('');
    const body = inHtml(many, { track_clicks: true });
    const said = 'clicks on 12 links are not tracked: a message has at most 1000 tracked links';
    const send = () => call('POST /v1/send/email', { body, headers: { 'Idempotency-Key': body.to } });
    expect((await send()).headers.get('Dundun-Notice')).toBe(said);
    expect((await send()).headers.get('Dundun-Notice')).toBe(said);
    expect(await noticeOf(inHtml(LINK, TRACKED))).toBeNull();
  });

  it('says that {{unsubscribe_url}} is filled in for lists only', async () => {
    const body = inHtml('<a href="{{ unsubscribe_url }}">Leave</a>');
    const said = expect.stringMatching(/^{{unsubscribe_url}} is sent as written: .* list/);
    expect(await noticeOf(body)).toEqual(said);
    const batch = await call('POST /v1/send/batch', { body: { messages: [{ type: 'email', ...body }] } });
    expect(batch.body.data).toEqual([{ id: expect.any(String), notices: [said] }]);
    const { id: list } = await aList(call);
    expect(await noticeOf({ ...body, list })).toBeNull();
    const listed = { ...body, list };
    const mail = await delivered(call, 'email', listed);
    expect(mail.html).toContain(headerOf(mail, 'List-Unsubscribe')?.slice(1, -1));
  });

  it('carries headers, several reply addresses and a calendar invitation', async () => {
    const invitation = Buffer.from('BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n').toString('base64');
    const mail = await delivered(call, 'email', {
      ...anEmail({
        reply_to: ['Help <help@example.com>', 'desk@example.com'],
        headers: { 'X-Order': 'Küche 7', 'In-Reply-To': '<a@example.com>' },
        attachments: [{ filename: 'invite.ics', content: invitation, content_type: 'text/calendar; method=REQUEST' }],
      }),
      to: anAddress(),
    });
    expect(headerOf(mail, 'Reply-To')).toBe('Help <help@example.com>, desk@example.com');
    expect(headerOf(mail, 'In-Reply-To')).toBe('<a@example.com>');
    expect(headerOf(mail, 'X-Order')).toBe('=?UTF-8?Q?K=C3=BCche_7?=');
    const shown = (await call(`GET /v1/messages/${await idOf(mail)}`)).body;
    expect(shown.content).toMatchObject({
      reply_to: 'help@example.com, desk@example.com',
      headers: { 'X-Order': 'Küche 7', 'In-Reply-To': '<a@example.com>' },
    });
    const [{ raw } = { raw: Buffer.of() }] = await rows<{ raw: Buffer }>(
      subject.product,
      'SELECT raw FROM inbox_messages WHERE message_id = $1',
      [shown.id],
    );
    expect(raw.toString()).toMatch(/Content-Type: text\/calendar; method=REQUEST; name=invite\.ics/);
  });

  it.each([
    [{ headers: { Bcc: 'eve@example.com' } }, /headers .*Bcc is not one of/],
    [{ headers: { 'X-SMTPAPI': '{"to":["eve@example.com"]}' } }, /X-SMTPAPI is reserved/],
    [{ headers: { 'X-A': 'a\r\nBcc: eve@example.com' } }, /X-A must have 1 to 900 characters/],
    [{ headers: { 'X-A\r\nBcc': 'eve@example.com' } }, /is not one of/],
    [{ reply_to: ['help@example.com\r\nBcc: eve@example.com'] }, /reply_to must be/],
    [{ tags: ['a\r\nBcc: eve@example.com'] }, /tags must be/],
    [{ metadata: { a: {} } }, /metadata must be .*; see a/],
  ])('refuses %j', async (fields, said) => {
    const answer = await call('POST /v1/send/email', { body: anEmail(fields) });
    expectRefusal(answer, 400, 'invalid_input', said);
  });

  it('takes recipients with a local part beyond ASCII', async () => {
    const to = `björn-${unique()}@example.com`;
    expect((await delivered(call, 'email', anEmail({ to }) as { to: string })).to).toEqual([to]);
  });

  it('names the list of list mail, and what the service wrote itself', async () => {
    const { id: list } = await aList(call, { double_optin: true });
    const mail = await delivered(call, 'email', { ...anEmail({ list, tags: ['news'] }), to: anAddress() });
    expect(headerOf(mail, 'List-Id')).toBe(`<${list}.dundun.test>`);
    expect(headerOf(mail, 'Feedback-ID')).toMatch(/^news:w\d+:marketing:dundun$/);
    expect(headerOf(mail, 'Auto-Submitted')).toBeUndefined();
    const email = anAddress();
    await aSubscriber(call, list, { email });
    const [confirmation] = await received(call, email);
    expect(headerOf(confirmation as Captured, 'Auto-Submitted')).toBe('auto-generated');
    expect(headerOf(confirmation as Captured, 'List-Id')).toBeUndefined();
  });
});

describe('tags and metadata', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const tag = unique('tag');
  const idsWith = async (query: string) => {
    const { status, body } = await call(`GET /v1/messages?${query}`);
    expect(status).toBe(200);
    return (body.data as { id: string }[]).map(({ id }) => id);
  };

  it('are stored, shown, filtered and reported, for email and SMS', async () => {
    const labels = { tags: [tag, 'größe & co', tag], metadata: { order: 7, paid: true, note: 'ü' } };
    const first = await accepted(call, 'email', anEmail({ ...labels, subject: 'Tagged' }));
    const second = await accepted(call, 'sms', anSms({ ...labels, tags: [tag] }));
    const other = await accepted(call, 'email', anEmail());
    for (const id of [first, second, other]) await ended(call, id);

    const { body: shown } = await call(`GET /v1/messages/${first}`);
    expect(shown).toMatchObject({ tags: [tag, 'größe & co'], metadata: labels.metadata });
    expect((await call(`GET /v1/messages/${other}`)).body).toMatchObject({ tags: [], metadata: {} });

    expect(await idsWith(`tag=${tag}`)).toEqual([second, first]);
    expect(await idsWith(`tag=${encodeURIComponent('größe & co')}`)).toEqual([first]);
    expect(await idsWith(`tag=${tag}&channel=sms`)).toEqual([second]);
    expect(await idsWith(`tag=${tag}&status=bounced`)).toEqual([]);
    expect(await idsWith('limit=3')).toEqual([other, second, first]);
    const { body: page } = await call(`GET /v1/messages?tag=${tag}&limit=1`);
    expect(page.data).toEqual([expect.objectContaining({ id: second, channel: 'sms', tags: [tag], subject: null })]);
    expect(await idsWith(`tag=${tag}&limit=1&next_cursor=${page.next_cursor}`)).toEqual([first]);

    const { body: report } = await call(`GET /v1/tags?tag=${tag}`);
    expect(report.data).toEqual([
      {
        ...{ tag, messages: 2, waiting: 0, sent: 2, delivered: 0, bounced: 0, complained: 0, failed: 0, suppressed: 0 },
        ...{ opened: 0, clicked: 0, last_used_at: expect.any(String) },
      },
    ]);
    const { body: all } = await call('GET /v1/tags?days=1');
    expect(all.data.map((line: { tag: string }) => line.tag).sort()).toEqual(['größe & co', tag].sort());
  });

  it('are in the feed', async () => {
    const id = await accepted(call, 'email', anEmail({ tags: ['fed'], metadata: { order: 8 } }));
    await until('the feed has the message', async () => {
      const { body } = await call('GET /v1/feed?limit=1000');
      const entry = (body.data as { type: string; data: Record<string, unknown> }[]).find(
        ({ type, data }) => type === 'message.captured' && data.message_id === id,
      );
      return (
        entry && expect(entry.data).toMatchObject({ tags: ['fed'], metadata: { order: 8 } }),
        entry !== undefined
      );
    });
  });

  it('of another workspace are not shown', async () => {
    const { call: theirs } = await anotherWorkspace(subject.product);
    expect((await theirs('GET /v1/tags')).body.data).toEqual([]);
    expect((await theirs(`GET /v1/messages?tag=${tag}`)).body.data).toEqual([]);
  });

  it.each(['tag=', `tag=${'x'.repeat(65)}`, 'status=gone', 'channel=fax'])('are not filtered by %s', async (query) => {
    expectRefusal(await call(`GET /v1/messages?${query}`), 400, 'invalid_input');
  });
});
