const HEADERS = (type, subject) =>
  `From: MAILER-DAEMON@mx.example.net\r\nSubject: ${subject}\r\nDate: ${new Date().toUTCString()}\r\nMIME-Version: 1.0\r\n` +
  `Content-Type: multipart/report; report-type=${type}; boundary="report"\r\n\r\n`;
const part = (type, content) => `--report\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
const original = (messageId) => part('text/rfc822-headers', `Message-ID: ${messageId}`);

/** Returns what a receiving server mails about a message that it could not deliver (RFC 3464); `status` is a code such as 5.1.1. */
export const aBounce = ({ to, messageId, status, said }) =>
  HEADERS('delivery-status', 'Undelivered Mail Returned to Sender') +
  part(
    'message/delivery-status',
    `Reporting-MTA: dns; mx.example.net\r\n\r\nFinal-Recipient: rfc822; ${to}\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${said}`,
  ) +
  `${original(messageId)}--report--\r\n`;

/** Returns what a mailbox provider mails when somebody presses "spam" (RFC 5965). */
export const aComplaint = (messageId) =>
  HEADERS('feedback-report', 'Complaint') +
  part('message/feedback-report', 'Feedback-Type: abuse\r\nUser-Agent: Loop/1.0\r\nVersion: 1') +
  `${original(messageId)}--report--\r\n`;
