import { describe, expect, it } from '@jest/globals';
import { SendBatchBody, SendEmailBody, SendSmsBody } from './sends.js';
import { faultsOf } from './testing.js';

const email = {
  from: { name: 'Ada', email: 'ada@example.com' },
  to: 'grace@example.com',
  subject: 'Welcome',
  text: 'Hello',
};
const sms = { from: 'DUNDUN', to: '2348012345678', body: 'Hello', source: 'termii' };
const distinct = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@example.com`);
const LINE_BREAK = 'Hi\r\nBcc: eve@example.com';

describe('an email to send', () => {
  it.each([
    {},
    { to: ['grace@example.com', 'Carol <carol@example.com>'] },
    { to: [...distinct(100), ...distinct(100)] },
    { cc: [], bcc: ['dan@example.com'], reply_to: 'Help <help@example.com>' },
    { reply_to: ['help@example.com', 'Desk <desk@example.com>'] },
    { headers: {}, tags: [], metadata: {} },
    { headers: { 'X-Order': 'Küche', 'in-reply-to': '<a@b>', 'List-Unsubscribe': '<https://a.test/>' } },
    { tags: ['a', 'ä'.repeat(64), ' b '], metadata: { order: 7, paid: true, 'a.b_c-d': 'ü' } },
    { list: '', headers: { 'List-Id': '<a.b>' } },
    { cc: '', reply_to: '', template: '', html: '', track_opens: '' },
    { text: undefined, html: '<p>Hello</p>' },
    { text: '', template: 'welcome', template_variables: { name: 'Grace', items: [{ n: 1 }] } },
    { template_variables: {} },
    { list: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11', track_clicks: true },
    { attachments: [{ filename: 'a.txt', content: 'SGk=', content_type: 'text/plain', content_id: 'a@b' }] },
    { attachments: [], send_at: '2026-12-24T08:00:00Z' },
  ])('may have %j', (change) => expect(faultsOf(SendEmailBody, { ...email, ...change })).toEqual({}));

  it.each([
    [{ from: undefined }, { from: 'must be an object with name and email' }],
    [{ from: 'ada@example.com' }, { from: 'must be an object with name and email' }],
    [{ from: {} }, { 'from.name': expect.any(String), 'from.email': 'must be an email address' }],
    [{ from: { name: '', email: 'ada' } }, { 'from.name': expect.any(String), 'from.email': expect.any(String) }],
    [{ from: { ...email.from, name: LINE_BREAK } }, { 'from.name': 'must be 1 to 255 characters without line breaks' }],
    [{ from: { ...email.from, email: 'ada@example.com\n' } }, { 'from.email': 'must be an email address' }],
    [{ to: undefined }, { to: 'must be an email address or a list of 1 to 100 of them' }],
    [{ to: [] }, { to: expect.any(String) }],
    [{ to: ['grace@example.com', 'nobody'] }, { to: expect.stringMatching(/ of them; \[1\] is "nobody"$/) }],
    [{ to: 'a@example.com, b@example.com' }, { to: expect.any(String) }],
    [{ to: distinct(101) }, { to: expect.any(String) }],
    [{ to: `Grace <grace@example.com>\r\nBcc: eve@example.com` }, { to: expect.any(String) }],
    [
      { cc: [LINE_BREAK] },
      { cc: 'must be a list of at most 100 email addresses; [0] is "Hi\\r\\nBcc: eve@example.com"' },
    ],
    [{ bcc: 'dan@example.com' }, { bcc: 'must be a list of at most 100 email addresses' }],
    [{ subject: '' }, { subject: 'must be 1 to 998 characters without line breaks' }],
    [{ subject: ' \t ' }, { subject: 'must be 1 to 998 characters without line breaks; it has only spaces' }],
    [{ from: { ...email.from, name: ' ' } }, { 'from.name': expect.stringMatching(/; it has only spaces$/) }],
    [{ subject: 5 }, { subject: 'must be 1 to 998 characters without line breaks; it is not text' }],
    [{ subject: LINE_BREAK }, { subject: 'must be 1 to 998 characters without line breaks' }],
    [{ text: '' }, { html: 'must be given when there is no text and no template' }],
    [{ text: undefined, html: '', template: '' }, { html: 'must be given when there is no text and no template' }],
    [{ html: 5 }, { html: 'must be text' }],
    [{ template: 'welcome' }, { template_variables: 'must be given with template' }],
    [{ template: 'welcome', template_variables: [] }, { template_variables: 'must be an object' }],
    [{ reply_to: LINE_BREAK }, { reply_to: expect.any(String) }],
    [{ reply_to: ['help@example.com', LINE_BREAK] }, { reply_to: expect.stringMatching(/; \[1\] is /) }],
    [{ reply_to: [] }, { reply_to: expect.any(String) }],
    [{ tags: 'a' }, { tags: expect.stringContaining('at most 10 tags of 1 to 64 characters') }],
    [{ tags: ['a', ' '] }, { tags: expect.stringMatching(/; \[1\] is /) }],
    [{ tags: [LINE_BREAK] }, { tags: expect.any(String) }],
    [{ tags: ['a'.repeat(65)] }, { tags: expect.any(String) }],
    [{ tags: [{}] }, { tags: expect.any(String) }],
    [{ tags: Array.from({ length: 11 }, String) }, { tags: expect.any(String) }],
    [{ metadata: [] }, { metadata: expect.stringContaining('at most 20 names') }],
    [{ metadata: { a: null } }, { metadata: expect.stringMatching(/; see a$/) }],
    [{ metadata: { a: { b: 1 } } }, { metadata: expect.any(String) }],
    [{ metadata: { 'a b': 1 } }, { metadata: expect.any(String) }],
    [{ metadata: { a: 'x'.repeat(501) } }, { metadata: expect.any(String) }],
    [{ metadata: { a: '\0' } }, { metadata: expect.any(String) }],
    [
      { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`n${at}`, at])) },
      { metadata: expect.stringMatching(/; they are 21$/) },
    ],
    [
      { list: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11', headers: { 'list-unsubscribe': '<https://a.test/>' } },
      { headers: expect.stringContaining('for which the service writes them') },
    ],

    [
      { track_clicks: 'yes', track_opens: 5 },
      { track_clicks: expect.any(String), track_opens: expect.any(String) },
    ],
  ])('is refused with %j', (change, faults) => {
    expect(faultsOf(SendEmailBody, { ...email, ...change })).toEqual(faults);
  });

  it.each(['', 'SGk', 'S===', 'SGk=SGk=', 'SG k=', 'SGk=\n', '-_==', 5, null])(
    'takes no attachment with %j for its content',
    (content) => {
      const attachments = [{ filename: 'a.txt', content }];
      expect(faultsOf(SendEmailBody, { ...email, attachments })).toEqual({ attachments: expect.any(String) });
    },
  );

  it.each([
    'text/calendar; method=REQUEST; charset=UTF-8',
    'text/calendar;method=REQUEST',
    'text/plain ; charset="utf-8; x"',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ])('takes attachments of the type %s', (content_type) => {
    const attachments = [{ filename: 'a', content: 'SGk=', content_type }];
    expect(faultsOf(SendEmailBody, { ...email, attachments })).toEqual({});
  });

  it('takes attachments of 7 MB together and not more', () => {
    const file = (bytes: number) => ({ filename: 'a.bin', content: Buffer.alloc(bytes).toString('base64') });
    const half = 3.5 * 1024 * 1024;
    const faults = (...attachments: object[]) => faultsOf(SendEmailBody, { ...email, attachments });
    expect(faults(file(half), file(half - 2))).toEqual({});
    expect(faults(file(half), file(half + 3))).toEqual({ attachments: expect.stringContaining('7 MB') });
    expect(faults(...Array.from({ length: 21 }, () => file(3)))).toEqual({ attachments: expect.any(String) });
  });

  const file = { filename: 'a.txt', content: 'SGk=' };
  it.each([
    ['; [1] is not an object', [file, null]],
    ['; [0].filename is not 1 to 255 characters without line breaks', [{ content: 'SGk=' }]],
    ['; [1].content is not base64', [file, { ...file, content: 'Hi' }]],
    ['; [0].content_type is not one', [{ ...file, content_type: 'text' }]],
    ['; [0].content_type is not one', [{ ...file, content_type: 'text/calendar; method' }]],
    ['; [0].content_type is not one', [{ ...file, content_type: 'text/calendar; method=a\r\nBcc: b' }]],
    ['; [0].content_type is not one', [{ ...file, content_type: `text/plain; a="${'x'.repeat(500)}"` }]],
    ['; [0].content_id is not 1 to 200 letters, digits or . _ @ + -', [{ ...file, content_id: '<a>' }]],
    ['; they are 21', Array.from({ length: 21 }, () => file)],
    ['', 'a.txt'],
  ])('says of attachments%s', (said, attachments) => {
    const { attachments: fault } = faultsOf(SendEmailBody, { ...email, attachments });
    expect(fault).toMatch(/^must be a list of at most 20 objects .* 7 MB together/);
    expect(fault?.split(' together')[1]).toBe(said);
  });

  it('has every missing field named', () => {
    expect(Object.keys(faultsOf(SendEmailBody, {})).sort()).toEqual(['from', 'html', 'subject', 'to']);
  });
});

describe('the headers of an email to send', () => {
  const faultOf = (headers: unknown) => faultsOf(SendEmailBody, { ...email, headers }).headers;

  it.each([
    ...[
      'Bcc',
      'From',
      'To',
      'Subject',
      'Reply-To',
      'Sender',
      'Date',
      'Message-ID',
      'Received',
      'Return-Path',
      'Resent-To',
    ],
    ...[
      'MIME-Version',
      'Content-Type',
      'Content-Transfer-Encoding',
      'DKIM-Signature',
      'Authentication-Results',
      'ARC-Seal',
    ],
    ...['Bcc ', 'X-A:', 'X-A\r\nBcc', 'X-Ä', 'X A', 'X-', '', 'x', '__proto__x', `X-${'a'.repeat(75)}`],
  ])('cannot be %j', (name) => expect(faultOf({ [name]: 'a' })).toMatch(/; .* is not one of X-…, Auto-Submitted, /s));

  it.each([
    ...['X-SMTPAPI', 'x-smtpapi', 'X-PM-Tag', 'X-PM-Message-Stream', 'X-SES-CONFIGURATION-SET', 'X-SES-Source-Arn'],
    ...['X-Mailgun-Recipient-Variables', 'X-SG-EID', 'X-MSYS-API', 'X-MC-BccAddress', 'X-MJ-CustomID', 'X-Dundun-List'],
    ...['X-Spam-Status', 'X-Virus-Scanned', 'X-MS-Exchange-Organization-SCL'],
  ])('cannot give orders: %s', (name) => expect(faultOf({ [name]: 'a' })).toContain(`; ${name} is reserved`));

  it.each(['', ' ', '\r\nBcc: eve@example.com', 'a\nb', 'a\rb', 'a\0b', '\ud800', 'x'.repeat(901), 5, null, ['a'], {}])(
    'cannot have the value %j',
    (value) => expect(faultOf({ 'X-A': value })).toContain('; X-A must have 1 to 900 characters without line breaks'),
  );

  it('have names that differ by more than case, and at most 20', () => {
    expect(faultOf({ 'X-A': '1', 'x-a': '2' })).toContain('; x-a is given twice');
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-${at}`, 'a']));
    expect([faultOf(many(20)), faultOf(many(21))]).toEqual([undefined, expect.stringContaining('; they are 21')]);
    expect(faultOf([])).toBe('must be an object of at most 20 allowed headers');
  });

  it('with a format of their own are ASCII', () => {
    expect(faultOf({ References: '<ü@example.com>' })).toContain('; References must be printable ASCII');
  });
});

describe('an SMS to send', () => {
  it.each([
    {},
    { to: 2348012345678 },
    { source: 'africastalking' },
    { channel: 'dnd' },
    { channel: '', list: '', track_clicks: false },
  ])('may have %j', (change) => expect(faultsOf(SendSmsBody, { ...sms, ...change })).toEqual({}));

  it.each([
    [{ to: '+2348012345678' }, { to: expect.stringContaining('remove a leading +') }],
    [{ to: '08012345678' }, { to: expect.any(String) }],
    [{ to: ['2348012345678'] }, { to: expect.any(String) }],
    [{ from: '' }, { from: expect.any(String) }],
    [{ body: '' }, { body: 'must be text that is not empty' }],
    [{ body: ' \n' }, { body: 'must be text that is not empty; it has only spaces' }],
    [{ source: 'nexmo' }, { source: expect.stringContaining('twilio, termii, at, kudisms, hollatags, vonage, http') }],
    [{ source: undefined }, { source: expect.any(String) }],
    [{ channel: 'whatsapp' }, { channel: 'must be one of generic, dnd' }],
  ])('is refused with %j', (change, faults) => {
    expect(faultsOf(SendSmsBody, { ...sms, ...change })).toEqual(faults);
  });
});

it('points to the message of a batch that is none', () => {
  expect(faultsOf(SendBatchBody, { messages: [{}, null, 5] })).toEqual({
    messages: 'must be a list of 1 to 500 objects; [1] is null',
  });
});
