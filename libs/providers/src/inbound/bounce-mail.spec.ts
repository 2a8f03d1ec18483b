import { describe, expect, it } from '@jest/globals';
import { readBounceMail } from './bounce-mail.js';
import { aNotification, aReport, aReturnedMail, ORIGINAL } from './testing.js';

const failed = (more: string, recipient = 'ada@example.test') =>
  `Final-Recipient: rfc822; ${recipient}\nAction: failed\n${more}`;

it('reads every field of a Postfix report', async () => {
  const group = [
    'Final-Recipient: rfc822; ada@forwarded.test',
    'Original-Recipient: rfc822;ada@example.test',
    'Action: failed',
    'Status: 5.1.1',
    'Remote-MTA: dns; mx.forwarded.test',
    'Diagnostic-Code: smtp; 550 5.1.1 <ada@forwarded.test>: Recipient address rejected:\n    User unknown in virtual mailbox table',
    'Last-Attempt-Date: Fri, 20 Nov 2026 10:00:04 +0000 (UTC)',
  ].join('\n');
  expect(await readBounceMail(aNotification([group]))).toEqual({
    messageId: '<order-1@sender.test>',
    reports: [
      {
        eventId: '<report-1@mx.example.test>:ada@example.test:bounced',
        kind: 'bounced',
        bounce: 'hard',
        providerId: null,
        reference: null,
        recipient: 'ada@example.test',
        detail: '550 5.1.1 <ada@forwarded.test>: Recipient address rejected: User unknown in virtual mailbox table',
        at: new Date('2026-11-20T10:00:04Z'),
      },
    ],
  });
});

describe('readBounceMail, delivery status', () => {
  it.each<[string, string, object]>([
    [
      'Gmail, no such user',
      failed(
        'Status: 5.1.1\nDiagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.',
      ),
      { kind: 'bounced', bounce: 'hard' },
    ],
    [
      'Gmail, full',
      failed('Status: 5.2.2\nDiagnostic-Code: smtp; 552-5.2.2 over quota'),
      { kind: 'bounced', bounce: 'soft' },
    ],
    [
      'Gmail, unauthenticated',
      failed('Status: 5.7.26\nDiagnostic-Code: smtp; 550-5.7.26 unauthenticated'),
      { kind: 'bounced', bounce: 'policy' },
    ],
    [
      'Exchange',
      failed('Status: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found'),
      { kind: 'bounced', bounce: 'hard' },
    ],
    [
      'Exchange, policy',
      failed('Status: 5.7.515\nDiagnostic-Code: smtp;550 5.7.515 Access denied'),
      { kind: 'bounced', bounce: 'policy' },
    ],
    [
      'Exim, which always sends status 5.0.0',
      failed('Status: 5.0.0\nRemote-MTA: dns; mx\nDiagnostic-Code: smtp; 550 Unrouteable address'),
      { kind: 'bounced', bounce: 'hard' },
    ],
    [
      'Sendmail',
      failed('Status: 5.1.1\nDiagnostic-Code: SMTP; 550 5.1.1 ... User unknown').replace(
        'failed',
        'failed (bad address)',
      ),
      { kind: 'bounced', bounce: 'hard' },
    ],
    [
      'given up after several days',
      failed('Status: 4.4.7\nDiagnostic-Code: smtp; 451 4.4.7 expired'),
      { kind: 'bounced', bounce: 'soft' },
    ],
    ['without a diagnostic code', failed('Status: 5.1.1'), { kind: 'bounced', bounce: 'hard', detail: '5.1.1' }],
    ['without a status', failed('Diagnostic-Code: smtp; 550 no such user'), { kind: 'bounced', bounce: 'hard' }],
    [
      'without an action',
      'Final-Recipient: rfc822;ada@example.test\nStatus: 5.2.1',
      { kind: 'bounced', bounce: 'soft' },
    ],
    [
      'delayed',
      failed('Status: 4.4.1\nDiagnostic-Code: x-unix; connection timed out').replace('failed', 'delayed'),
      { kind: 'deferred', detail: '4.4.1 connection timed out' },
    ],
    [
      'delivered',
      failed('Status: 2.0.0\nDiagnostic-Code: smtp; 250 2.0.0 OK').replace('failed', 'delivered'),
      { kind: 'delivered', detail: '250 2.0.0 OK' },
    ],
    ['expanded', failed('Status: 2.1.5').replace('failed', 'expanded'), { kind: 'delivered' }],
    ['relayed', failed('Status: 2.0.0').replace('failed', 'relayed'), { kind: 'accepted' }],
    ['capital letters', failed('STATUS: 5.1.1').toUpperCase(), { kind: 'bounced', recipient: 'ADA@EXAMPLE.TEST' }],
    ['brackets', failed('Status: 5.1.1', '<ada@example.test>'), { recipient: 'ada@example.test' }],
    ['no address', failed('Status: 5.1.1', 'somebody'), { kind: 'bounced', recipient: null }],
  ])('%s', async (_, group, expected) => {
    const read = await readBounceMail(aNotification([group]));
    expect(read).toMatchObject({ messageId: '<order-1@sender.test>', reports: [expected] });
    expect(read?.reports).toHaveLength(1);
  });

  it('reports each of several recipients', async () => {
    const groups = ['a', 'b', 'c'].map((each) => failed('Status: 5.1.1', `${each}@example.test`));
    const delivered = failed('Status: 2.0.0', 'd@example.test').replace('failed', 'delivered');
    const { reports = [] } = (await readBounceMail(aNotification([...groups, delivered, 'X-Nobody: 1']))) ?? {};
    expect(reports.map(({ recipient, kind }) => `${recipient} ${kind}`)).toEqual([
      'a@example.test bounced',
      'b@example.test bounced',
      'c@example.test bounced',
      'd@example.test delivered',
    ]);
    expect(new Set(reports.map(({ eventId }) => eventId)).size).toBe(4);
  });

  it.each<[string, [string, string] | null, string | null]>([
    ['the whole message', ['message/rfc822', ORIGINAL], '<order-1@sender.test>'],
    ['its header', ['text/rfc822-headers', ORIGINAL.split('\r\n\r\n')[0] ?? ''], '<order-1@sender.test>'],
    ['its header, folded', ['text/rfc822-headers', 'Message-Id:\n <order-1@sender.test>'], '<order-1@sender.test>'],
    ['an id in its text only', ['message/rfc822', 'Subject: a\n\nMessage-ID: <b@c>'], null],
    ['nothing', null, null],
  ])('returns %s', async (_, returned, messageId) => {
    expect(await readBounceMail(aNotification([failed('Status: 5.1.1')], returned))).toMatchObject({ messageId });
  });

  it('falls back to In-Reply-To when the original message is not returned', async () => {
    const status = `Reporting-MTA: dns; mx\n\n${failed('Status: 5.1.1')}`;
    const mail = aReport(
      'delivery-status',
      [['message/delivery-status', status]],
      ['In-Reply-To: <order-1@sender.test>'],
    );
    expect(await readBounceMail(mail)).toMatchObject({ messageId: '<order-1@sender.test>' });
  });

  it('reads base64 and internationalized addresses', async () => {
    const text = `Reporting-MTA: dns; mx\n\n${failed('Status: 5.1.1', 'ọlá@exámple.test')}`;
    const encoded = `${Buffer.from(text).toString('base64')}`;
    const type = 'message/global-delivery-status\nContent-Transfer-Encoding: base64';
    expect(await readBounceMail(aReport('delivery-status', [[type, encoded]]))).toMatchObject({
      reports: [{ recipient: 'ọlá@exámple.test', bounce: 'hard' }],
    });
  });

  it('gives a repeated report the same event id', async () => {
    const mail = aNotification([failed('Status: 5.1.1')]);
    expect(await readBounceMail(mail)).toEqual(await readBounceMail(mail));
    const without = Buffer.from(mail.toString().replace(/^Message-ID: <report.*\r\n/m, ''));
    expect((await readBounceMail(without))?.reports[0]?.eventId).toMatch(/^[0-9a-f]{64}:ada@example.test:bounced$/);
  });
});

describe('readBounceMail, plain-text bounce', () => {
  const from = 'From: MAILER-DAEMON@mx.example.test';
  const qmail = (...blocks: string[]) =>
    aReturnedMail(
      [from, 'Subject: failure notice'],
      [
        'Hi. This is the qmail-send program at mx.example.test.',
        "I'm afraid I wasn't able to deliver your message to the following addresses.",
        "This is a permanent error; I've given up. Sorry it didn't work out.\n",
        ...blocks,
        `--- Below this line is a copy of the message.\n\n${ORIGINAL}`,
      ].join('\n'),
    );
  const exim = (subject: string, text: string, more: string[] = []) =>
    aReturnedMail(
      ['From: Mail Delivery System <Mailer-Daemon@mx.example.test>', `Subject: ${subject}`, ...more],
      `${text}\n\n------ This is a copy of the message, including all the headers. ------\n\n${ORIGINAL}`,
    );

  it('reads qmail', async () => {
    const one =
      '<ada@example.test>:\n192.0.2.9 does not like recipient.\nRemote host said: 550 5.1.1 User unknown\nGiving up on 192.0.2.9.\n';
    const two = '<ben@example.test>:\nUser is over quota. (#5.2.2)\n';
    const { messageId, reports = [] } = (await readBounceMail(qmail(one, two))) ?? {};
    expect(messageId).toBe('<order-1@sender.test>');
    expect(reports).toMatchObject([
      { kind: 'bounced', bounce: 'hard', recipient: 'ada@example.test', detail: expect.stringContaining('550 5.1.1') },
      { kind: 'bounced', bounce: 'soft', recipient: 'ben@example.test', detail: 'User is over quota. (#5.2.2)' },
    ]);
  });

  it('reads Exim', async () => {
    const text =
      'A message that you sent could not be delivered to one or more of its recipients.\n\n  ada@example.test\n    host mx.example.test [192.0.2.9]\n    SMTP error from remote mail server after RCPT TO:<ada@example.test>:\n    550 No such user here';
    const mail = exim('Mail delivery failed: returning message to sender', text, [
      'X-Failed-Recipients: ada@example.test',
    ]);
    expect(await readBounceMail(mail)).toMatchObject({
      messageId: '<order-1@sender.test>',
      reports: [{ kind: 'bounced', bounce: 'hard', recipient: 'ada@example.test' }],
    });
  });

  it('reads an Exim delay warning as deferred', async () => {
    const text =
      'The message has not yet been delivered to the following addresses:\n\n  ada@example.test\n\nNo action is required on your part.';
    expect(await readBounceMail(exim('Warning: message delayed 24 hours', text))).toMatchObject({
      reports: [{ kind: 'deferred', recipient: 'ada@example.test' }],
    });
  });

  it('takes recipients from the header when the text names none', async () => {
    const text = 'Your message was undeliverable. The mailbox is full.';
    const mail = aReturnedMail([from, 'X-Failed-Recipients: ada@example.test,\n ben@example.test'], text);
    expect(await readBounceMail(mail)).toMatchObject({
      messageId: null,
      reports: [{ recipient: 'ada@example.test', bounce: 'soft' }, { recipient: 'ben@example.test' }],
    });
  });
});
