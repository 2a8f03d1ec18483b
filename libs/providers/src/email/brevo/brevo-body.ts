import type { Address, Attachment, Mail } from '../../adapter/provider.js';
import { onTheWire, type OpenRecipients } from '../open-recipients.js';
import { asciiTags, bodiesOf, inOneLine, ownHeaders } from '../wire-mail.js';

const LONGEST_NAME = 70;
const LONGEST_TAG = 100;
/** The header that webhooks return; it stays in the mail. */
const REFERENCE = 'X-Mailin-custom';

/**
 * Builds the body of POST /v3/smtp/email. Brevo sets the Message-ID, takes one reply address, and knows neither the type nor
 * the id of an attachment: it reads the type from the name (https://developers.brevo.com/reference/sendtransacemail).
 */
export function brevoBody(mail: Mail, { to, cc, bcc }: OpenRecipients): object {
  const { reference, replyTo = [], attachments = [], template } = mail;
  const [reply] = replyTo;
  const subject = inOneLine(mail.subject);
  const tags = asciiTags(mail, { longest: LONGEST_TAG });
  const headers = [...ownHeaders(mail), [REFERENCE, inOneLine(reference)]].map(([name = '', value = '']) => [
    name,
    inAscii(value),
  ]);
  return {
    sender: mailboxOf(mail.from),
    to: to.map(mailboxOf),
    ...(cc.length > 0 && { cc: cc.map(mailboxOf) }),
    ...(bcc.length > 0 && { bcc: bcc.map(mailboxOf) }),
    ...(reply && { replyTo: mailboxOf(reply) }),
    ...(subject && { subject }),
    ...(template ? { templateId: idOf(template.id), params: template.variables } : contentOf(mail)),
    headers: Object.fromEntries(headers),
    ...(tags.length > 0 && { tags }),
    ...(attachments.length > 0 && { attachment: attachments.map(attachmentOf) }),
  };
}

function mailboxOf({ name, email }: Address): { email: string; name?: string } {
  const shown = inOneLine(name ?? '')
    .slice(0, LONGEST_NAME)
    .toWellFormed();
  return { email: inOneLine(onTheWire(email)), ...(shown && { name: shown }) };
}

/** The id of a template is a number; anything else is refused by Brevo, which says so better. */
const idOf = (id: string): number | string => (/^\d{1,15}$/.test(id) ? Number(id) : id);

/** Brevo refuses a mail without HTML, so a text becomes one paragraph that keeps its lines. */
function contentOf(mail: Mail): { htmlContent: string; textContent?: string } {
  const { text, html } = bodiesOf(mail);
  const lines = (text ?? '').replace(/[&<>]/g, (each) => `&#${each.charCodeAt(0)};`);
  return {
    htmlContent: html ?? `<p style="white-space: pre-wrap">${lines}</p>`,
    ...(text !== undefined && { textContent: text }),
  };
}

/** Brevo sends other characters unencoded, which some servers reject; https://anymail.dev/en/stable/esps/brevo/ */
const inAscii = (value: string): string => value.replace(/[^\x20-\x7e]/gu, '?');

const attachmentOf = ({ filename, content }: Attachment) => ({
  name: inOneLine(filename),
  content: content.toString('base64'),
});
