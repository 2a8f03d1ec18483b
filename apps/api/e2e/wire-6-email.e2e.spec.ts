import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakePostmark, type FakePostmark } from '@dundun/providers/testing';
import { runAdmin, until, type Call } from '@dundun/testing';
import { expectOk, expectRefusal, TIMESTAMP } from './support/answers.js';
import {
  aList,
  anAddress,
  anEmail,
  aProfile,
  aSubscriber,
  aTemplate,
  NOBODY,
  put,
  unique,
} from './support/fixtures.js';
import { accepted, capturedFor, delivered, ended, headerOf, received } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { closing } from './support/closing.js';
import { connected, sentThrough } from './support/providers.js';
import { anotherWorkspace } from './support/workspaces.js';

describe('the wire contract on email', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const send = (fields: object) => call('POST /v1/send/email', { body: anEmail(fields) });
  const addresses = (count: number) => Array.from({ length: count }, anAddress);

  it('[W6-1] accepts names with the addresses', async () => {
    const [one, two, three] = [anAddress(), anAddress(), anAddress()];
    const to = [`Grace Hopper <${one}>`, `"Hopper, G." <${two}>`];
    const mail = await delivered(
      call,
      'email',
      anEmail({ to, cc: [`Ünï Çödé <${three}>`], reply_to: 'Help <help@example.com>' }),
    );
    expect(mail.to).toEqual([one, two, three]);
    for (const address of [one, two]) expect(headerOf(mail, 'To')).toContain(address);
    expect(headerOf(mail, 'Cc')).toContain(three);
    expect(headerOf(mail, 'Reply-To')).toContain('help@example.com');
  });

  it('[W6-2] accepts 100 recipients over to, cc and bcc, not 101', async () => {
    const all = addresses(101);
    const split = (count: number) => ({ to: all.slice(0, 40), cc: all.slice(40, 70), bcc: all.slice(70, count) });
    expectOk(await send(split(100)));
    expectRefusal(
      await send(split(101)),
      400,
      'too_many_recipients',
      /101 recipients over to, cc and bcc; at most 100/,
    );
    expectRefusal(await send({ to: all }), 400, 'invalid_input', /^to must be an email address or a list of 1 to 100/);
  });

  it('[W6-3] sends once to a repeated recipient', async () => {
    const [one, two] = [anAddress(), anAddress()];
    const repeated = { to: [one, one.toUpperCase(), `Grace <${one}>`, two], cc: [one, two], bcc: [two] };
    const message = await ended(call, await accepted(call, 'email', anEmail(repeated)));
    expect(message).toMatchObject({ to: [one, two], cc: [], bcc: [], status: 'captured' });
    expect(message.recipients.map(({ address }) => address)).toEqual([one, two]);
    expect(await capturedFor(call, one)).toHaveLength(1);
    expectOk(await send({ to: Array.from({ length: 300 }, () => one) }));
  });

  it('[W6-4] requires the sender’s name', async () => {
    for (const from of [{ email: 'ada@dundun.test' }, { name: '', email: 'ada@dundun.test' }]) {
      expectRefusal(
        await send({ from }),
        400,
        'invalid_input',
        /^from\.name must be 1 to 255 characters without line breaks/,
      );
    }
  });

  it.each([
    ['subject', { subject: 'Hello\r\nBcc: eve@example.com' }],
    ['subject', { subject: 'Hello\nBcc: eve@example.com' }],
    ['from.name', { from: { name: 'Ada\r\nBcc: eve@example.com', email: 'ada@dundun.test' } }],
    ['from.email', { from: { name: 'Ada', email: 'ada@dundun.test\r\nBcc: eve@example.com' } }],
    ['to', { to: 'grace@example.com\r\nBcc: eve@example.com' }],
    ['to', { to: ['Grace\n <grace@example.com>'] }],
    ['cc', { cc: ['grace@example.com\nX: y'] }],
    ['bcc', { bcc: ['grace@example.com\rX: y'] }],
    ['reply_to', { reply_to: 'Ada\r\n <ada@example.com>' }],
  ])('[W6-5] refuses a line break in %s', async (field, fields) => {
    expectRefusal(
      await send({ to: 'grace@example.com', ...fields }),
      400,
      'invalid_input',
      new RegExp(`^${field} must be`),
    );
  });

  it('[W6-6] refuses a sender of another workspace’s domain', async () => {
    const domain = `${unique('theirs')}.test`;
    const theirs = await anotherWorkspace(subject.product, { domain });
    const from = { name: 'Ada', email: `ada@${domain}` };
    expectOk(await theirs.call('POST /v1/send/email', { body: anEmail({ from }) }));
    expectRefusal(
      await send({ from }),
      400,
      'domain_not_connected',
      `ada@${domain} is not under a connected domain of this workspace.`,
    );
  });

  describe('with a template', () => {
    const aTemplate = async (parts: Record<string, string>) => {
      const name = unique('template');
      const options = Object.entries(parts).flatMap(([part, value]) => [`--${part}`, value]);
      await runAdmin(
        subject.product,
        'template',
        'put',
        '--workspace',
        String(subject.product.workspaceId),
        '--name',
        name,
        ...options,
      );
      return name;
    };
    const withTemplate = (template: string, template_variables: object, fields: object = {}) =>
      anEmail({ to: anAddress(), text: undefined, template, template_variables, ...fields });

    it('[W6-7] refuses an unknown template and one of another workspace', async () => {
      const { call: theirs } = await anotherWorkspace(subject.product, { domain: 'dundun.test' });
      const mine = await aTemplate({ text: 'Mine' });
      for (const [caller, template] of [
        [call, unique('nothing')],
        [call, NOBODY],
        [theirs, mine],
      ] as const) {
        const answer = await caller('POST /v1/send/email', { body: withTemplate(template, {}) });
        expectRefusal(answer, 400, 'unknown_template', `There is no template ${template}.`);
      }
    });

    it('[W6-8, W6-12] names the missing variables', async () => {
      expectRefusal(await send(withTemplate('welcome', {})), 400, 'missing_variable', /variable name/);
      const template = await aTemplate({
        html: '{{ first }} {{ second.deep }} {% if third %}3{% endif %} {{ fourth | default: "4" }}',
      });
      for (const [given, missing] of [
        [{ second: {} }, 'first'],
        [{ first: 1 }, 'second'],
        [{ first: 1, second: {} }, 'second.deep'],
      ] as const) {
        const answer = await send(withTemplate(template, given));
        expectRefusal(answer, 400, 'missing_variable', new RegExp(`^The template needs .*${missing}`));
      }
      const mail = await delivered(call, 'email', withTemplate(template, { first: 1, second: { deep: 2 } }));
      expect(mail.html?.trim()).toBe('1 2  4');
    });

    it('[W6-12] offers the template welcome', async () => {
      const mail = await delivered(call, 'email', withTemplate('welcome', { name: 'Grace' }, { subject: 'Come in' }));
      expect(mail.subject).toBe('Come in');
      expect(mail.html).toContain('Grace');
      expect(mail.text).toContain('Grace');
    });

    it('[W6-9] prefers given html, text and subject', async () => {
      const template = await aTemplate({ subject: 'Its own', html: '<p>own {{ name }}</p>', text: 'own {{ name }}' });
      const html = '<p>given</p>';
      const mail = await delivered(
        call,
        'email',
        withTemplate(template, { name: 'Grace' }, { html, subject: 'Given' }),
      );
      expect([mail.subject, mail.html?.trim(), mail.text?.trim()]).toEqual(['Given', html, 'own Grace']);
      const other = await delivered(call, 'email', withTemplate(template, { name: 'Grace' }, { text: 'given' }));
      expect([other.html?.trim(), other.text?.trim()]).toEqual(['<p>own Grace</p>', 'given']);
      expectRefusal(
        await send(withTemplate(template, { name: 'x' }, { subject: '' })),
        400,
        'invalid_input',
        /^subject/,
      );
    });

    it('[W6-10] escapes in html unless raw, never in text', async () => {
      const template = await aTemplate({ html: '<p>{{ name }} {{ name | raw }}</p>', text: '{{ name }}' });
      const mail = await delivered(call, 'email', withTemplate(template, { name: '<b>"A" & B</b>' }));
      expect(mail.html).toMatch(/<p>&lt;b&gt;(&#34;|&quot;)A(&#34;|&quot;) &amp; B&lt;\/b&gt; <b>"A" & B<\/b><\/p>/);
      expect(mail.text?.trim()).toBe('<b>"A" & B</b>');
    });
  });

  it('[W6-11] treats empty text as absent', async () => {
    const to = anAddress();
    const empty = {
      html: '',
      template: '',
      reply_to: '',
      list: '',
      cc: '',
      bcc: '',
      track_opens: '',
      track_clicks: '',
    };
    const mail = await delivered(call, 'email', anEmail({ to, ...empty, text: 'Only this' }));
    expect([mail.html, mail.text?.trim()]).toEqual([null, 'Only this']);
    expect(headerOf(mail, 'Reply-To')).toBeUndefined();
  });

  it('[W6-13] derives the text from html', async () => {
    const html = '<h1>Hello</h1><p>Your <b>receipt</b>: <a href="https://example.com/r">see it</a></p>';
    const { text } = await delivered(call, 'email', anEmail({ to: anAddress(), html, text: undefined }));
    expect(text).toMatch(/hello/i);
    expect(text).toContain('receipt');
    expect(text).toContain('https://example.com/r');
    expect(text).not.toMatch(/<[a-z]/);
  });

  it('[W6-14, W6-23, W6-26] drops recipients who left the list, and records it', async () => {
    const { id: list } = await aList(call);
    const [stays, left] = [anAddress(), anAddress()];
    await aSubscriber(call, list, { email: stays });
    await put(call, list, await aSubscriber(call, list, { email: left }), false);
    const message = await ended(
      call,
      await accepted(call, 'email', anEmail({ to: [stays, left.toUpperCase()], list })),
    );
    expect(message.status).toBe('captured');
    expect(message.recipients.map(({ status }) => status)).toEqual(['captured', 'suppressed']);
    expect((await received(call, stays))[0]?.to).toEqual([stays]);
    const nobody = await ended(call, await accepted(call, 'email', anEmail({ to: left, list })));
    expect(nobody).toMatchObject({ status: 'suppressed', recipients: [{ address: left, status: 'suppressed' }] });
    expect(await capturedFor(call, left)).toEqual([]);
    expect((await ended(call, await accepted(call, 'email', anEmail({ to: left })))).status).toBe('captured');
  });

  it('[W6-23] refuses an unknown list and one of another workspace', async () => {
    const { call: theirs } = await anotherWorkspace(subject.product);
    for (const list of [NOBODY, 'abc', (await aList(theirs)).id]) {
      expectRefusal(await send({ list }), 404, 'unknown_list', 'There is no such list.');
    }
  });

  it('[W6-28] answers when the message is stored, and shows status and timeline', async () => {
    const to = anAddress();
    const id = await accepted(call, 'email', anEmail({ to, subject: 'Timeline' }));
    const message = await ended(call, id);
    expect(message).toEqual({
      id,
      channel: 'email',
      status: 'captured',
      from: 'Ada <ada@dundun.test>',
      to: [to],
      cc: [],
      bcc: [],
      subject: 'Timeline',
      segments: null,
      cost: null,
      send_at: null,
      list: null,
      list_name: null,
      cause: null,
      template: null,
      request_id: expect.stringMatching(/^req_/),
      actions: ['send_again'],
      again: null,
      tags: [],
      metadata: {},
      content: { html: null, text: 'Hello, Grace.', reply_to: null, template: null, attachments: [], headers: {} },
      created_at: expect.stringMatching(TIMESTAMP),
      recipients: [{ address: to, status: 'captured', detail: expect.any(String) }],
      timeline: expect.any(Array),
    });
    expect(message.timeline.map(({ type }) => type)).toEqual(['accepted', 'attempt', 'handed_over', 'captured']);
    expect(message.timeline.map(({ at }) => at)).toEqual([...message.timeline.map(({ at }) => at)].sort());
    for (const unknown of [NOBODY, 'abc'])
      expectRefusal(await call(`GET /v1/messages/${unknown}`), 404, 'unknown_message');
  });

  describe('[W6-30] through a connected provider', () => {
    const from = { name: 'Ada', email: 'ada@sender.test' };
    let fake: FakePostmark;
    let theirs: Call;

    beforeAll(async () => {
      fake = await startFakePostmark({ templates: ['order-shipped', 4711] });
      ({ call: theirs } = await anotherWorkspace(subject.product));
      await connected(theirs, 'postmark', fake, { domains: ['sender.test'] });
    });
    afterAll(() => fake.close());

    const through = async (fields: object) => {
      const { status } = await sentThrough(theirs, 'email', anEmail({ from, ...fields }));
      expect(status).toBe('sent');
      return fake.messages.at(-1)?.body;
    };

    it.each([
      ['order-shipped', { TemplateAlias: 'order-shipped' }],
      ['4711', { TemplateId: 4711 }],
    ])('fills the template %s of the provider', async (template, named) => {
      const model = { name: 'Grace', items: [{ sku: 'a', count: 2 }], paid: true };
      const body = await through({ template, template_variables: model, text: undefined });
      expect(body).toMatchObject({ ...named, TemplateModel: model });
      expect(body).not.toHaveProperty('TextBody');
      expect(body).not.toHaveProperty('HtmlBody');
    });

    it('passes on the provider’s error for an unknown template', async () => {
      const fields = { from, template: 'nowhere', template_variables: {}, text: undefined };
      const message = await ended(theirs, await accepted(theirs, 'email', anEmail(fields)));
      expect(message.status).toBe('failed');
      expect(message.timeline.map(({ detail }) => detail).join()).toMatch(/nowhere was not found/);
    });

    it('adds one-click headers only to mail of a list', async () => {
      const { id: list } = await aList(theirs);
      const headers = (await through({ list }))?.Headers ?? [];
      const valueOf = (name: string) => headers.find(({ Name }) => Name === name)?.Value;
      expect(valueOf('List-Unsubscribe')).toMatch(/^<https?:\/\/[^>]+>$/);
      expect(valueOf('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
      const others = (await through({}))?.Headers ?? [];
      expect(others.map(({ Name }) => Name).join()).not.toMatch(/unsubscribe/i);
    });

    it('prefers the integration of the template’s sending profile', async () => {
      const other = closing(await startFakePostmark());
      const { id } = await connected(theirs, 'postmark', other, { domains: ['sender.test'] });
      const profile = await aProfile(theirs, { from_email: from.email, integration_id: id });
      const template = await aTemplate(theirs, { profile: profile.name });
      const fields = { from, template: template.name, template_variables: { name: 'Grace' } };
      await until('every process knows of it', async () => {
        await sentThrough(theirs, 'email', anEmail(fields));
        return other.messages.length > 0;
      });
      const [theirsSoFar, othersSoFar] = [fake.messages.length, other.messages.length];
      await sentThrough(theirs, 'email', anEmail(fields));
      await through({});
      expect([fake.messages.length - theirsSoFar, other.messages.length - othersSoFar]).toEqual([1, 1]);
    });
  });

  it('[W6-27] limits only the free plan per day', async () => {
    expectOk(await send({ to: addresses(100) }));
    expectOk(await send({ to: addresses(100) }));
  });
});
