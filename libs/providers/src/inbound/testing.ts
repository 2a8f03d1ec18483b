/** The sent message to which all samples refer. */
export const ORIGINAL = [
  'Received: by out.sender.test; Fri, 20 Nov 2026 10:00:00 +0000',
  'From: Shop <shop@sender.test>',
  'To: ada@example.test',
  'Subject: Your order',
  'Message-ID: <order-1@sender.test>',
  '',
  'It is on its way.',
].join('\r\n');

const HEAD = 'Date: Fri, 20 Nov 2026 10:00:05 +0000\nMessage-ID: <report-1@mx.example.test>\nMIME-Version: 1.0';

/** Builds a mail with the given headers and body, with CRLF line endings. */
export function aReturnedMail(headers: string[], body: string): Buffer {
  return Buffer.from([HEAD, ...headers, '', body].join('\n').replace(/\r?\n/g, '\r\n'));
}

/** Builds a multipart/report from parts given as `[type, content]`. */
export function aReport(type: string, parts: (readonly [string, string])[], headers: string[] = []): Buffer {
  const body = parts.map(([each, content]) => `--b0\nContent-Type: ${each}\n\n${content}\n`).join('');
  return aReturnedMail(
    [
      'From: Mail Delivery System <MAILER-DAEMON@mx.example.test>',
      'To: bounces@sender.test',
      'Subject: Undelivered Mail Returned to Sender',
      ...headers,
      `Content-Type: multipart/report; report-type=${type};\n\tboundary="b0"`,
    ],
    `This is a MIME-encapsulated message.\n\n${body}--b0--`,
  );
}

/** Builds a delivery status notification from per-recipient groups. */
export function aNotification(
  groups: string[],
  returned: [string, string] | null = ['message/rfc822', ORIGINAL],
): Buffer {
  const status = ['Reporting-MTA: dns; mx.example.test\nArrival-Date: Fri, 20 Nov 2026 09:59:00 +0000', ...groups];
  return aReport('delivery-status', [
    ['text/plain; charset=us-ascii', 'I am sorry to have to inform you that your message could not be delivered.'],
    ['message/delivery-status', status.join('\n\n')],
    ...(returned ? [returned] : []),
  ]);
}

/** Builds a complaint with these fields about the original message. */
export function aComplaint(fields: string, returned = ORIGINAL): Buffer {
  return aReport('feedback-report', [
    ['text/plain', 'This is an email abuse report.'],
    ['message/feedback-report', fields],
    ['message/rfc822', returned],
  ]);
}
