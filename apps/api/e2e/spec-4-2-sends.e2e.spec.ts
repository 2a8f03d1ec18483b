import { describe, expect, it } from '@jest/globals';
import { runAdmin } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { rows } from './support/database.js';
import { anAddress, anEmail, anSms, aNumber, unique } from './support/fixtures.js';
import { accepted, capturedFor, delivered, ended, headerOf, received } from './support/messages.js';
import { useWorkspace } from './support/product.js';
import { anotherWorkspace } from './support/workspaces.js';

const CONTENT = /must be given when there is no text and no template/;

describe('transactional sends', () => {
  const subject = useWorkspace();
  const { call } = subject;
  const email = (fields: object) => call('POST /v1/send/email', { body: anEmail(fields) });
  const sms = (fields: object) => call('POST /v1/send/sms', { body: anSms(fields) });

  it('[2.3-1, 2.4-1] returns the id of an email and of an SMS', async () => {
    for (const [kind, body] of [
      ['email', anEmail()],
      ['sms', anSms()],
    ] as const) {
      const id = await accepted(call, kind, body);
      expect(typeof id).toBe('string');
      expect(await ended(call, id)).toMatchObject({ id, channel: kind });
    }
  });

  describe('email', () => {
    it('[4.2.1-16] returns the id of the message', async () => {
      expectOk(await email({}), { id: expect.any(String) });
    });

    it.each([
      ['nothing', undefined, /^from must be an object with name and email/],
      ['text', 'Ada <ada@dundun.test>', /^from must be an object with name and email/],
      ['no name', { email: 'ada@dundun.test' }, /^from\.name must be 1 to 255 characters/],
      ['no email', { name: 'Ada' }, /^from\.email must be an email address/],
      ['an email that is none', { name: 'Ada', email: 'ada' }, /^from\.email must be an email address/],
    ])('[4.2.1-1, 7-2] refuses %s as from', async (_, from, text) => {
      expectRefusal(await email({ from }), 400, 'invalid_input', text);
    });

    it.each(['ada@dundun.test', 'ada@news.dundun.test', 'ada@a.b.dundun.test', 'ada@DunDun.Test'])(
      '[4.2.1-2] sends from the connected domain and its subdomains: %s',
      async (from) => {
        const to = anAddress();
        const mail = await delivered(call, 'email', anEmail({ to, from: { name: 'Ada', email: from } }));
        expect(mail.from).toBe(`Ada <${from}>`);
      },
    );

    it.each(['ada@example.com', 'ada@notdundun.test', 'ada@dundun.test.evil.com', 'ada@test', 'ada@dundun.tеst'])(
      '[4.2.1-2, 7-2] refuses a sender of another domain: %s',
      async (from) => {
        const answer = await email({ from: { name: 'Ada', email: from } });
        expect(answer.status).toBe(400);
        expect(Object.keys(answer.body)).toEqual(['error']);
        expect(answer.body.error).toMatch(/is not under a connected domain|from\.email must be an email address/);
      },
    );

    it('[4.2.1-3] sends to one address or an array', async () => {
      const [one, two] = [anAddress(), anAddress()];
      expect((await delivered(call, 'email', anEmail({ to: one }))).to).toEqual([one]);
      const both = await delivered(call, 'email', anEmail({ to: [two, one] }));
      expect(both.to).toEqual([two, one]);
      expect(headerOf(both, 'To')).toContain(two);
    });

    it.each([undefined, null, '', [], 'grace', ['grace@example.com', 'nobody'], 5])(
      '[4.2.1-3] refuses to: %j',
      async (to) => {
        expectRefusal(await email({ to }), 400, 'invalid_input', /^to must be an email address or a list/);
      },
    );

    it('[4.2.1-4, 4.2.1-5] shows cc and hides bcc', async () => {
      const [to, cc, bcc] = [anAddress(), anAddress(), anAddress()];
      const message = await ended(call, await accepted(call, 'email', anEmail({ to, cc: [cc], bcc: [bcc] })));
      expect(message).toMatchObject({ status: 'captured', to: [to], cc: [cc], bcc: [bcc] });
      const [[mail], [hidden]] = [await received(call, to), await received(call, bcc)];
      expect(mail?.id).toBe(hidden?.id);
      expect(headerOf(mail!, 'Cc')).toBe(cc);
      expect(JSON.stringify([mail?.headers, mail?.text, mail?.html])).not.toContain(bcc);
    });

    it.each(['cc', 'bcc'])('[4.2.1-4, 4.2.1-5] refuses a %s that is not an array of addresses', async (name) => {
      for (const value of ['grace@example.com', ['nobody'], [5]]) {
        expectRefusal(await email({ [name]: value }), 400, 'invalid_input', new RegExp(`^${name} must be a list`));
      }
    });

    it.each([undefined, '', null, 5])('[4.2.1-6] refuses the subject %j', async (given) => {
      expectRefusal(await email({ subject: given }), 400, 'invalid_input', /^subject must be 1 to 998 characters/);
    });

    it('[4.2.1-7, 4.2.1-8] sends html and text unchanged', async () => {
      const [html, text] = ['<p>Thank you, <b>Grace</b>. €5 &amp; more</p>', 'Thank you, Grace.\nÀ bientôt 👋'];
      const mail = await delivered(call, 'email', anEmail({ to: anAddress(), html, text }));
      expect([mail.html?.trim(), mail.text?.trim()]).toEqual([html, text]);
      const plain = await delivered(call, 'email', anEmail({ to: anAddress(), text }));
      expect([plain.html, plain.text?.trim()]).toEqual([null, text]);
    });

    it('[4.2.1-9, 4.2.1-10] fills a template, found by name or by id', async () => {
      const template = unique('receipt');
      const html = '<p>Dear {{ name }}, you paid {{ order.total }}.</p>';
      const { id } = (await runAdmin(
        subject.product,
        'template',
        'put',
        '--workspace',
        String(subject.product.workspaceId),
        '--name',
        template,
        '--html',
        html,
      )) as { id: string };
      for (const named of [template, id]) {
        const variables = { name: 'Grace', order: { total: 49.9 } };
        const body = {
          ...anEmail({ to: anAddress(), text: undefined }),
          template: named,
          template_variables: variables,
        };
        const mail = await delivered(call, 'email', body);
        expect(mail.html?.trim()).toBe('<p>Dear Grace, you paid 49.9.</p>');
      }
    });

    it.each([undefined, null, 'name=Grace', ['Grace']])('[4.2.1-10] refuses template_variables %j', async (given) => {
      const answer = await email({ text: undefined, template: 'welcome', template_variables: given });
      expectRefusal(answer, 400, 'invalid_input', /^template_variables must be/);
    });

    it('[4.2.1-11] sets the reply address', async () => {
      const mail = await delivered(call, 'email', anEmail({ to: anAddress(), reply_to: 'help@example.com' }));
      expect(headerOf(mail, 'Reply-To')).toBe('help@example.com');
      expectRefusal(await email({ reply_to: 'nobody' }), 400, 'invalid_input', /^reply_to must be an email address/);
    });

    it('[4.2.1-12] accepts only booleans as track_clicks and track_opens', async () => {
      for (const value of [true, false]) expectOk(await email({ track_clicks: value, track_opens: value }));
      const answer = await email({ track_clicks: 'maybe', track_opens: 1 });
      expectRefusal(
        answer,
        400,
        'invalid_input',
        'track_clicks must be true or false; track_opens must be true or false.',
      );
    });

    it('[4.2.1-13] requires html, text or template', async () => {
      expectRefusal(await email({ text: undefined }), 400, 'invalid_input', CONTENT);
      expectRefusal(await email({ text: '', html: '' }), 400, 'invalid_input', CONTENT);
      expectOk(await email({ text: undefined, html: '<p>Hello</p>' }));
    });

    it('[4.2.1-14] sends nothing without a connected domain', async () => {
      const { call: theirs } = await anotherWorkspace(subject.product);
      for (const from of ['ada@dundun.test', 'ada@example.com']) {
        const answer = await theirs('POST /v1/send/email', { body: anEmail({ from: { name: 'Ada', email: from } }) });
        expectRefusal(answer, 400, 'domain_not_connected', /is not under a connected domain/);
      }
    });

    it('[4.2.1-17, 7-1] fails with only an error text', async () => {
      const to = anAddress();
      const answer = await email({ to, from: { name: 'Ada', email: 'ada@example.com' } });
      expectRefusal(
        answer,
        400,
        'domain_not_connected',
        'ada@example.com is not under a connected domain of this workspace.',
      );
      expect(await capturedFor(call, to)).toEqual([]);
    });
  });

  describe('SMS', () => {
    it('[4.2.2-9] returns the id of the message', async () => {
      expectOk(await sms({}), { id: expect.any(String) });
    });

    it.each([undefined, '', null, 5])('[4.2.2-1] refuses the sender ID %j', async (from) => {
      expectRefusal(await sms({ from }), 400, 'invalid_input', /^from must be 1 to 64 characters/);
    });

    it('[4.2.2-1, 4.2.2-10, 7-1, 7-2] fails for an unknown sender ID', async () => {
      const to = aNumber();
      expectRefusal(await sms({ to, from: 'NOBODY' }), 400, 'unknown_sender', /sender ID NOBODY does not exist/);
      expect(await capturedFor(call, to)).toEqual([]);
    });

    it.each([
      '+2348012345678',
      '234 801 234 5678',
      '0801234567',
      '234-801',
      'hello',
      '',
      null,
      undefined,
      ['2348012345678'],
    ])('[4.2.2-2] refuses the number %j', async (to) => {
      expectRefusal(await sms({ to }), 400, 'invalid_input', /^to must be 7 to 15 digits only, with the country code/);
    });

    it.each([undefined, '', null, 5])('[4.2.2-3] refuses the text %j', async (body) => {
      expectRefusal(await sms({ body }), 400, 'invalid_input', /^body must be text that is not empty/);
    });

    it('[4.2.2-4] requires the source, even with a single integration', async () => {
      expectRefusal(await sms({ source: undefined }), 400, 'invalid_input', /^source must be one of twilio, termii/);
      expectRefusal(await sms({ source: 'pigeon' }), 400, 'invalid_input', /^source must be one of twilio, termii/);
    });

    it('[4.2.2-5] accepts only a boolean as track_clicks', async () => {
      expectOk(await sms({ track_clicks: true, body: 'See https://example.com' }));
      expectRefusal(await sms({ track_clicks: 'yes' }), 400, 'invalid_input', 'track_clicks must be true or false.');
    });

    it('[4.2.2-6] accepts the channels generic and dnd, generic by default', async () => {
      const channelOf = async (fields: object) => {
        const { body } = await sms({ source: 'termii', ...fields });
        const found = await rows<{ channel: string }>(
          subject.product,
          `SELECT content->>'channel' AS channel FROM messages WHERE id = $1`,
          [body.id],
        );
        return found[0]?.channel;
      };
      expect(await channelOf({})).toBe('generic');
      expect(await channelOf({ channel: 'generic' })).toBe('generic');
      expect(await channelOf({ channel: 'dnd' })).toBe('dnd');
      expectRefusal(
        await sms({ source: 'termii', channel: 'loud' }),
        400,
        'invalid_input',
        'channel must be one of generic, dnd.',
      );
    });

    it('[4.2.2-7] accepts a channel for two sources only', async () => {
      for (const source of ['termii', 'kudisms']) expectOk(await sms({ source, channel: 'dnd' }));
      for (const source of ['twilio', 'at', 'hollatags']) {
        expectRefusal(await sms({ source, channel: 'dnd' }), 400, 'channel_not_allowed', /only for termii and kudisms/);
      }
    });

    it.each(['twilio', 'termii', 'at', 'kudisms', 'hollatags'])('[4.2.2-8] sends through %s', async (source) => {
      const to = aNumber();
      expect(await delivered(call, 'sms', anSms({ to, source }))).toMatchObject({ channel: 'sms', to: [to] });
    });
  });
});
