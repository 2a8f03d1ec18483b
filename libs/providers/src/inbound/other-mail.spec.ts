import { describe, expect, it } from '@jest/globals';
import { cpuClock } from '@dundun/testing/cpu-clock';
import { readBounceMail } from './bounce-mail.js';
import { dateIn } from './mail-fields.js';
import { aComplaint, aNotification, aReport, aReturnedMail, ORIGINAL } from './testing.js';

const plain = 'Content-Type: text/plain; charset=utf-8';

describe('readBounceMail, complaint', () => {
  const yahoo =
    'Feedback-Type: abuse\nUser-Agent: Yahoo!-Mail-Feedback/2.0\nVersion: 0.1\nOriginal-Mail-From: <shop@sender.test>\nOriginal-Rcpt-To: ada@yahoo.test\nReceived-Date: Fri, 20 Nov 2026 10:00:00 +0000';
  it('reads a Yahoo report', async () => {
    expect(await readBounceMail(aComplaint(yahoo))).toEqual({
      messageId: '<order-1@sender.test>',
      reports: [
        {
          eventId: '<report-1@mx.example.test>:ada@yahoo.test:complained',
          kind: 'complained',
          providerId: null,
          reference: null,
          recipient: 'ada@yahoo.test',
          detail: 'abuse Yahoo!-Mail-Feedback/2.0',
          at: new Date('2026-11-20T10:00:00Z'),
        },
      ],
    });
  });

  it.each<[string, string, object]>([
    [
      'without the recipient',
      'Feedback-Type: abuse\nVersion: 1',
      { kind: 'complained', recipient: 'ada@example.test' },
    ],
    ['with a hidden recipient', 'Feedback-Type: abuse\nOriginal-Rcpt-To: redacted', { recipient: 'ada@example.test' }],
    ['about fraud', 'Feedback-Type: fraud\nOriginal-Rcpt-To: <ada@example.test>', { kind: 'complained' }],
    ['in capital letters', 'FEEDBACK-TYPE: ABUSE', { kind: 'complained' }],
    [
      'an opt-out',
      'Feedback-Type: opt-out\nOriginal-Rcpt-To: a@b.test',
      { kind: 'unsubscribed', recipient: 'a@b.test' },
    ],
  ])('%s', async (_, fields, expected) => {
    expect(await readBounceMail(aComplaint(fields))).toMatchObject({ reports: [expected] });
  });

  it('names no recipient when the message went to several', async () => {
    const several = ORIGINAL.replace('ada@example.test', 'ada@example.test, ben@example.test');
    expect(await readBounceMail(aComplaint('Feedback-Type: abuse', several))).toMatchObject({
      reports: [{ recipient: null }],
    });
  });

  it('reads a Microsoft complaint', async () => {
    const copy = `X-HmXmrOriginalRecipient: ada@hotmail.test\r\n${ORIGINAL}`;
    const headers = ['From: staff@hotmail.test', 'Content-Type: multipart/mixed; boundary=m'];
    const mail = aReturnedMail(headers, `--m\nContent-Type: message/rfc822\n\n${copy}\n--m--`);
    expect(await readBounceMail(mail)).toMatchObject({
      messageId: '<order-1@sender.test>',
      reports: [{ kind: 'complained', recipient: 'ada@hotmail.test' }],
    });
  });

  it.each(['not-spam', 'auth-failure', 'virus', ''])('ignores a report of type %j', async (type) => {
    expect(await readBounceMail(aComplaint(`Feedback-Type: ${type}`))).toBeNull();
  });
});

describe('readBounceMail, ordinary mail', () => {
  const auto = ['From: Ada <ada@example.test>', 'Auto-Submitted: auto-replied', plain];
  it.each<[string, Buffer]>([
    ['an answer', aReturnedMail(['From: ada@example.test', 'In-Reply-To: <order-1@sender.test>', plain], 'Thank you!')],
    ['an out-of-office', aReturnedMail([...auto, 'Subject: Out of Office'], 'I am away and back on Monday.')],
    [
      'an out-of-office with another address',
      aReturnedMail(auto, 'I am away. Write to\n\n  ben@example.test\n\ninstead.'),
    ],
    ['an out-of-office of a postmaster', aReturnedMail(['From: postmaster@example.test', plain], 'Away until Monday.')],
    [
      'an answer that quotes a bounce',
      aReturnedMail(
        ['From: ada@example.test', plain],
        '> Your message could not be delivered to\n\n  ben@example.test\n',
      ),
    ],
    ['a forwarded bounce', forwarded()],
    [
      'a read receipt',
      aReport('disposition-notification', [
        [
          'message/disposition-notification',
          'Final-Recipient: rfc822;ada@example.test\nDisposition: manual-action/MDN-sent-manually; displayed',
        ],
      ]),
    ],
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(1000)],
    ['garbage', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))],
  ])('%s', async (_, mail) => expect(await readBounceMail(mail)).toBeNull());

  function forwarded(): Buffer {
    const bounce = aNotification([
      'Final-Recipient: rfc822;ada@example.test\nAction: failed\nStatus: 5.1.1',
    ]).toString();
    const headers = ['From: ben@example.test', 'Content-Type: multipart/mixed; boundary=m'];
    return aReturnedMail(headers, `--m\nContent-Type: message/rfc822\n\n${bounce}\n--m--`);
  }
});

/** A server's mail that says "undelivered" and nothing else that can be read. */
const UNREADABLE = { messageId: null, reports: [{ kind: 'bounced', bounce: 'soft', recipient: null }] };

describe('readBounceMail, unreadable mail to a return path', () => {
  const away = aReturnedMail(['From: Ada <ada@example.test>', 'Subject: Out of office', plain], 'Back on Monday.');
  const odd = aReturnedMail(['From: gateway@example.test', 'Subject: Sorry', plain], 'We did not take it.');

  it('is a soft bounce when it comes from the null sender', async () => {
    expect(await readBounceMail(odd, { isNullSender: true })).toMatchObject(UNREADABLE);
    const returned = aReturnedMail(['Return-Path: <>', 'From: gateway@example.test', plain], 'We did not take it.');
    expect(await readBounceMail(returned)).toMatchObject(UNREADABLE);
  });

  it('is a soft bounce when a mail server sends a subject alone', async () => {
    expect(await readBounceMail(Buffer.from('From: MAILER-DAEMON\r\nSubject: failure notice'))).toMatchObject(
      UNREADABLE,
    );
  });

  it.each<[string, Buffer]>([
    ['no recipient', aNotification([])],
    ['an unknown action', aNotification(['Final-Recipient: rfc822;ada@example.test\nAction: of-tomorrow'])],
  ])('is a soft bounce when the status part has %s', async (_, mail) => {
    expect((await readBounceMail(mail))?.reports).toMatchObject(UNREADABLE.reports);
  });

  it('is no bounce when a person or a program on behalf of one sent it', async () => {
    expect(await readBounceMail(odd, { isNullSender: false })).toBeNull();
    expect(await readBounceMail(away, { isNullSender: true })).toBeNull();
    const marked = aReturnedMail(['From: ada@example.test', 'Auto-Submitted: auto-replied', plain], 'Thank you.');
    expect(await readBounceMail(marked, { isNullSender: true })).toBeNull();
  });
});

describe('readBounceMail, hostile mail', () => {
  const group = (at: number) => `Final-Recipient: rfc822;p${at}@example.test\nAction: failed\nStatus: 5.1.1`;
  it('reports at most a hundred of a thousand recipients', async () => {
    const groups = Array.from({ length: 1000 }, (_, at) => group(at));
    expect((await readBounceMail(aNotification(groups)))?.reports).toHaveLength(100);
    const text = `Your message could not be delivered to\n\n${groups.map((_, at) => `  q${at}@example.test`).join('\n')}`;
    const mail = aReturnedMail(['From: MAILER-DAEMON@example.test', plain], text);
    expect((await readBounceMail(mail))?.reports).toHaveLength(100);
  });

  it('reads only the start of a long mail', async () => {
    const long = 'a line of the message\r\n'.repeat(200_000);
    expect(await readBounceMail(aNotification([group(0)], ['message/rfc822', ORIGINAL + long]))).toMatchObject({
      messageId: '<order-1@sender.test>',
      reports: [{ recipient: 'p0@example.test' }],
    });
    const late = aReport('delivery-status', [
      ['text/plain', long],
      ['message/delivery-status', group(0)],
    ]);
    expect(await readBounceMail(late)).toMatchObject(UNREADABLE);
  });

  const status = ['message/delivery-status', group(0)] as const;
  it.each<[string, readonly (readonly [string, string])[]]>([
    ['five thousand lines', [['text/plain', '\n'.repeat(5_000)]]],
    ['two hundred parts', Array.from({ length: 200 }, () => ['text/plain', 'a'] as const)],
    ['256 KB', [['text/plain', 'a'.repeat(262_144)]]],
  ])('stops reading after %s', async (_, before) => {
    expect(await readBounceMail(aReport('delivery-status', [...before, status]))).toMatchObject(UNREADABLE);
    expect((await readBounceMail(aReport('delivery-status', [status, ...before])))?.reports).toHaveLength(1);
  });

  it('applies the line limit to encoded text', async () => {
    const encoded = Buffer.from('\n'.repeat(5_000) + group(0)).toString('base64');
    const hidden = `message/delivery-status\nContent-Transfer-Encoding: base64`;
    expect(await readBounceMail(aReport('delivery-status', [[hidden, encoded]]))).toMatchObject(UNREADABLE);
  });

  it('parses a date with excessive white space quickly', () => {
    const used = cpuClock();
    expect(dateIn(`x${'\t'.repeat(200_000)}y`, 'Fri, 20 Nov 2026 10:00:00 +0000 (UTC)')).toEqual(
      new Date('2026-11-20T10:00:00Z'),
    );
    expect(used()).toBeLessThan(10_000);
  });

  const nested = (depth: number) => {
    const open = Array.from(
      { length: depth },
      (_, at) => `--n${at}\nContent-Type: multipart/mixed; boundary=n${at + 1}\n`,
    );
    return aReturnedMail(['From: MAILER-DAEMON@a.test', 'Content-Type: multipart/mixed; boundary=n0'], open.join('\n'));
  };
  it.each<[string, Buffer]>([
    ['a thousand nested parts', nested(1000)],
    ['a hundred nested messages', aReturnedMail([], 'Content-Type: message/rfc822\n\n'.repeat(100))],
    ['a megabyte of header', aReturnedMail([`X-Long: ${'a'.repeat(1_000_000)}`], 'a')],
    [
      'a hundred thousand fields',
      aReturnedMail(
        Array.from({ length: 100_000 }, (_, at) => `X-${at}: a`),
        'a',
      ),
    ],
    [
      'one line of a megabyte',
      aReturnedMail(['From: MAILER-DAEMON@a.test', plain], 'could not be delivered '.repeat(50_000)),
    ],
    [
      'a megabyte of blanks',
      aReturnedMail(['From: MAILER-DAEMON@a.test', plain], `undeliverable ${' '.repeat(1_000_000)}@`),
    ],
    [
      'a megabyte of brackets',
      aReturnedMail(['From: MAILER-DAEMON@a.test', plain], `undeliverable\n${'<'.repeat(1_000_000)}`),
    ],
    ['a megabyte of line ends', aNotification(['\n'.repeat(1_000_000)])],
    ['a field of a megabyte', aNotification([`Final-Recipient: ${'a@'.repeat(500_000)}\nAction: of-tomorrow`])],
  ])('%s', async (name, mail) => {
    const isSaid = /blanks|brackets|line|field of/.test(name);
    const used = cpuClock();
    expect((await readBounceMail(mail))?.reports ?? []).toHaveLength(isSaid ? 1 : 0);
    expect(used()).toBeLessThan(10_000);
  });
});
