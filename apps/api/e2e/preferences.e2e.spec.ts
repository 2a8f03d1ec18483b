import { describe, expect, it } from '@jest/globals';
import { aList, anAddress, anEmail, aSubscriber, standing } from './support/fixtures.js';
import { accepted, delivered, ended } from './support/messages.js';
import { useWorkspace } from './support/product.js';

describe('the preferences of a reader', () => {
  const { call } = useWorkspace();
  const submit = async (link: string, fields: Record<string, string>) => {
    const answer = await fetch(link, { method: 'POST', body: new URLSearchParams(fields) });
    return { status: answer.status, html: await answer.text() };
  };

  /** Adds somebody to a list and mails them. @returns the link of their preferences */
  async function aReader() {
    const { id: list } = await aList(call);
    const to = anAddress();
    const uid = await aSubscriber(call, list, { email: to });
    const { text } = await delivered(call, 'email', anEmail({ to, list, text: '{{ preferences_url }}' }));
    return { list, to, uid, link: text?.trim() ?? '' };
  }

  it('pause marketing, and nothing else, until the reader ends it', async () => {
    const { list, to, uid, link } = await aReader();
    expect((await submit(link, { pause: '30' })).status).toBe(200);
    const { body: user } = await call(`GET /v1/users/${uid}`);
    const days = (Date.parse(user.marketing_paused_until) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    const skipped = await ended(call, await accepted(call, 'email', anEmail({ to, list })));
    expect(skipped).toMatchObject({ status: 'suppressed', recipients: [{ address: to, status: 'suppressed', detail: 'paused' }] }); // prettier-ignore
    expect((await call(`GET /v1/messages/${skipped.id}/explain`)).body).toMatchObject({ reason: 'paused', text: expect.stringContaining('paused all marketing') }); // prettier-ignore
    expect((await ended(call, await accepted(call, 'email', anEmail({ to })))).status).toBe('captured');
    expect(await standing(call, list, uid)).toBe('subscribed');
    expect(JSON.stringify((await call(`GET /console/people/${uid}/export`)).body)).toContain('marketing_paused_until');
    await submit(link, { pause: 'end' });
    expect((await call(`GET /v1/users/${uid}`)).body.marketing_paused_until).toBeNull();
    expect((await ended(call, await accepted(call, 'email', anEmail({ to, list })))).status).toBe('captured');
    const { data } = (await call(`GET /console/people/${uid}/consents`)).body;
    expect(data.map(({ action, method }: Record<string, string>) => [action, method]).slice(0, 2)).toEqual([
      ['marketing_resumed', 'preferences'],
      ['marketing_paused', 'preferences'],
    ]);
  });

  it('offer public lists and a language, and refuse what they do not offer', async () => {
    const { list, uid, link } = await aReader();
    const [open, closed] = [await aList(call, { is_public: true }), await aList(call)];
    const { html } = await submit(link, { [`s-${list}`]: '1', [`l-${list}`]: '1' });
    expect([html.includes(open.title), html.includes(closed.title)]).toEqual([true, false]);
    const joins = { [`s-${open.id}`]: '1', [`l-${open.id}`]: '1' };
    expect((await submit(link, { ...joins, language: 'xx' })).status).toBe(400);
    expect((await submit(link, { ...joins, language: 'yo' })).html).toContain('<html lang="yo">');
    expect((await call(`GET /v1/users/${uid}`)).body.meta).toEqual({ language: 'yo' });
    expect(await standing(call, open.id, uid)).toBe('subscribed');
  });
});
