/** The report of a receiving server about a mail. State only what matters. */
export interface BounceFacts {
  recipient?: string;
  action?: 'failed' | 'delayed' | 'delivered';
  status?: string;
  said?: string;
  /** The message id of the returned mail, with its brackets. */
  messageId?: string;
}

const ARRIVED = 'Fri, 20 Nov 2026 09:59:00 +0000';

/** Returns a delivery status notification (RFC 3464). */
export function aBounceMail({
  recipient = 'grace@example.com',
  action = 'failed',
  status = '5.1.1',
  said = `550 ${status} no such user`,
  messageId,
}: BounceFacts = {}): string {
  const report = `Final-Recipient: rfc822; ${recipient}\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: smtp; ${said}`;
  return multipart('delivery-status', 'Subject: Undelivered Mail Returned to Sender', [
    ['text/plain', 'Your message could not be delivered.'],
    ['message/delivery-status', `Reporting-MTA: dns; mx.example.test\nArrival-Date: ${ARRIVED}\n\n${report}`],
    ...(messageId ? [returned(messageId)] : []),
  ]);
}

/** Returns a complaint as mailbox providers send it (RFC 5965), without the address of its author. */
export function aComplaintMail(messageId?: string): string {
  return multipart('feedback-report', 'Subject: FW: Offers', [
    ['text/plain', 'This is an email abuse report.'],
    ['message/feedback-report', `Feedback-Type: abuse\nUser-Agent: Loop/1.0\nVersion: 1\nArrival-Date: ${ARRIVED}`],
    ...(messageId ? [returned(messageId)] : []),
  ]);
}

/** Returns an automatic reply of a mailbox. */
export const anAutoReply = (): string =>
  crlf(
    'From: grace@example.com\nSubject: Out of office: could not be delivered\nAuto-Submitted: auto-replied\nDate: Fri, 20 Nov 2026 10:00:00 +0000\n\nI am away. Undeliverable until Monday.',
  );

const returned = (messageId: string): [string, string] => [
  'message/rfc822',
  `From: ada@example.com\nTo: undisclosed\nMessage-ID: ${messageId}\n\nHello`,
];

function multipart(type: string, header: string, parts: [string, string][]): string {
  const body = parts.map(([each, content]) => `--b0\nContent-Type: ${each}\n\n${content}\n`).join('');
  return crlf(
    `From: MAILER-DAEMON@mx.example.test\n${header}\nDate: Fri, 20 Nov 2026 10:00:00 +0000\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=${type}; boundary="b0"\n\n${body}--b0--\n`,
  );
}

const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n');
