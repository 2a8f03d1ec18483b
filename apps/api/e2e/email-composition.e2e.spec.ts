import { describe, expect, it } from '@jest/globals';
import { aList, anAddress, anEmail } from './support/fixtures.js';
import { delivered, headerOf } from './support/messages.js';
import { useWorkspace } from './support/product.js';

const PREVIEW = '<div style="display:none;max-height:0;overflow:hidden">Preview</div>';
const LINK = '<p>Read <a href="https://shop.test/offer">our offer</a></p>';
const TRACKED = { track_opens: true, track_clicks: true };

/** Html alone: no text of its own. */
const inHtml = (html: string, fields: object = {}) => ({ ...anEmail({ html, ...fields }), text: '', to: anAddress() });

describe('the composition of an email', () => {
  const subject = useWorkspace();
  const { call } = subject;
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
});
