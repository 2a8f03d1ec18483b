import { describe, expect, it } from '@jest/globals';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { SubmissionHeaderError, submittedMail } from './submitted-mail.js';

const TO = 'grace@example.com';
const written = (mail: ConstructorParameters<typeof MailComposer>[0]) =>
  new MailComposer({ from: 'Ada <ada@example.com>', to: TO, subject: 'Hi', text: 'Hello', ...mail }).compile().build();
const bodyOf = async (mail: ConstructorParameters<typeof MailComposer>[0], recipients = [TO]) =>
  (await submittedMail(await written(mail), recipients)).body;

describe('submittedMail', () => {
  it('reads sender, subject, texts and reply address', async () => {
    const mail = { html: '<p>Hello</p>', subject: 'Grüße 😀', replyTo: '"Help, Desk" <help@example.com>' };
    expect(await bodyOf(mail)).toEqual({
      from: { name: 'Ada', email: 'ada@example.com' },
      to: [TO],
      cc: [],
      bcc: [],
      reply_to: ['"Help, Desk" <help@example.com>'],
      subject: 'Grüße 😀',
      html: expect.stringContaining('<p>Hello</p>'),
      text: expect.stringContaining('Hello'),
    });
  });

  it('names a sender without a name after its address', async () => {
    expect((await bodyOf({ from: 'ada@example.com' })).from).toEqual({
      name: 'ada@example.com',
      email: 'ada@example.com',
    });
  });

  it('leaves a missing sender and subject to the validator', async () => {
    const { body } = await submittedMail(Buffer.from(`To: ${TO}\r\n\r\nHello\r\n`), [TO]);
    expect(body).toMatchObject({ from: { name: undefined, email: undefined }, subject: undefined });
  });

  it.each([
    ['to and cc', { to: 'Grace <Grace@example.com>', cc: 'b@example.com' }, ['grace@EXAMPLE.com', 'b@example.com'],
      { to: ['"Grace" <Grace@example.com>'], cc: ['b@example.com'], bcc: [] }],
    ['a blind copy', { to: TO }, [TO, 'c@example.com'], { to: [TO], cc: [], bcc: ['c@example.com'] }],
    ['a blind copy that travels separately', { to: TO }, ['c@example.com'], { to: ['c@example.com'], bcc: [] }],
    ['one of the header’s recipients', { to: [TO, 'b@example.com'] }, ['b@example.com'], { to: ['b@example.com'], cc: [], bcc: [] }],
    ['only a cc', { to: TO, cc: ['b@example.com', 'c@example.com'] }, ['b@example.com', 'c@example.com', 'd@example.com'],
      { to: ['b@example.com'], cc: ['c@example.com'], bcc: ['d@example.com'] }],
  ])('divides an envelope with %s', async (_, headers, envelope, expected) => {
    expect(await bodyOf(headers, envelope)).toMatchObject(expected);
  }); // prettier-ignore

  it('carries attachments, embedded files and calendar invitations', async () => {
    const body = await bodyOf({
      html: '<img src="cid:logo@x">',
      attachments: [
        { filename: 'a.txt', content: 'Hello' },
        { filename: 'logo.png', content: Buffer.from([1, 2, 3]), cid: 'logo@x' },
      ],
      icalEvent: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
    });
    expect(body.attachments).toEqual(
      expect.arrayContaining([
        { filename: 'a.txt', content: Buffer.from('Hello').toString('base64'), content_type: 'text/plain' },
        expect.objectContaining({ filename: 'logo.png', content: 'AQID', content_id: 'logo@x' }),
        expect.objectContaining({ content_type: 'text/calendar; method=REQUEST' }),
      ]),
    );
  });

  it('reads the options of the service and passes other X- headers on', async () => {
    const headers = {
      'X-Dundun-Template': 'welcome',
      'X-Dundun-Variables': '{"name":"Grace"}',
      'X-Dundun-Tags': 'welcome, onboarding',
      'X-Dundun-Metadata': '{"order":"7"}',
      'X-Dundun-List': '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11',
      'X-Dundun-Track-Clicks': 'False',
      'X-Order': '7',
      'X-SMTPAPI': '{"to":["eve@example.com"]}',
      'List-Id': '<news.example.com>',
      'In-Reply-To': '<a@example.com>',
    };
    expect(await bodyOf({ headers })).toMatchObject({
      template: 'welcome',
      template_variables: { name: 'Grace' },
      tags: ['welcome', 'onboarding'],
      metadata: { order: '7' },
      list: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11',
      track_clicks: false,
      headers: { 'X-Order': '7', 'In-Reply-To': '<a@example.com>' },
    });
  });

  it.each([
    [{ 'X-Dundun-Variables': '{', 'X-Dundun-Template': 'a' }, /X-Dundun-Variables must be JSON/],
    [{ 'X-Dundun-Metadata': 'order=7' }, /X-Dundun-Metadata must be JSON/],
    [{ 'X-Dundun-Track-Opens': 'yes' }, /X-Dundun-Track-Opens must be true or false/],
  ])('refuses %j', async (headers, message) => {
    const mail = bodyOf({ headers });
    await expect(mail).rejects.toThrow(SubmissionHeaderError);
    await expect(mail).rejects.toThrow(message);
  });

  it('gives the same key to the same Message-ID and recipients only', async () => {
    const key = async (messageId: string, recipients: string[]) =>
      (await submittedMail(await written({ messageId }), recipients)).key;
    const first = await key('<a@example.com>', [TO, 'b@example.com']);
    expect(await key('<a@example.com>', ['B@example.com', TO, TO])).toBe(first);
    expect(await key('<a@example.com>', [TO])).not.toBe(first);
    expect(await key('<b@example.com>', [TO, 'b@example.com'])).not.toBe(first);
    const { key: none } = await submittedMail(Buffer.from('From: ada@example.com\r\n\r\nHi'), [TO]);
    expect(none).toBeNull();
  });
});
