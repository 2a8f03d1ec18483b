import type { Address, Attachment, Mail } from '../provider.js';
import { onTheWire, type OpenRecipients } from './open-recipients.js';
import { bodiesOf, inOneLine, ownHeaders } from './wire-mail.js';

/** Names that SendGrid refuses in `headers`, besides those that it has fields for. */
const RESERVED = /^x-sg-(id|eid)$/i;

/** We count opens and clicks, and write the unsubscribe link ourselves. */
const NO_TRACKING = {
  click_tracking: { enable: false, enable_text: false },
  open_tracking: { enable: false },
  subscription_tracking: { enable: false },
};

/** A mail as POST /v3/mail/send takes it. */
export function sendGridBody(mail: Mail, open: OpenRecipients): object {
  const { template, replyTo, replyToName, subject, attachments = [] } = mail;
  return {
    personalizations: personalizations(open).map((each) => ({
      ...each,
      ...(template && { dynamic_template_data: template.variables }),
    })),
    from: named(mail.from),
    ...(replyTo !== undefined && { reply_to: named({ name: replyToName, email: replyTo }) }),
    // A template brings its own subject and content.
    ...(subject && { subject: inOneLine(subject) }),
    ...(template ? { template_id: template.id } : { content: contentOf(mail) }),
    headers: {
      'Message-ID': inOneLine(mail.messageId),
      ...Object.fromEntries(ownHeaders(mail).filter(([name]) => !RESERVED.test(name))),
    },
    ...(attachments.length > 0 && { attachments: attachments.map(attachmentOf) }),
    custom_args: { reference: mail.reference },
    tracking_settings: NO_TRACKING,
  };
}

/** One, so that everybody sees who else got it; blind copies that are left over alone each see only themselves. */
function personalizations({ to, cc, bcc }: OpenRecipients): object[] {
  if (to.length === 0) return bcc.map((each) => ({ to: [quoted(each)] }));
  const fields = Object.entries({ to, cc, bcc }).filter(([, addresses]) => addresses.length > 0);
  return [Object.fromEntries(fields.map(([field, addresses]) => [field, addresses.map(quoted)]))];
}

/** Names with a comma or a semicolon reach SendGrid's headers unquoted, so they bring their own quotes. */
function quoted({ name, email }: Address): Address {
  return named({ name: name && /[,;]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name, email });
}

function named({ name = '', email }: Address): Address {
  const shown = inOneLine(name);
  return { email: onTheWire(email), ...(shown && { name: shown }) };
}

/** Text has to come before HTML. */
function contentOf(mail: Mail): object[] {
  const { text, html } = bodiesOf(mail);
  return [
    ...(text === undefined ? [] : [{ type: 'text/plain', value: text }]),
    ...(html === undefined ? [] : [{ type: 'text/html', value: html }]),
  ];
}

function attachmentOf({ filename, contentType, content, contentId }: Attachment): object {
  return {
    filename: inOneLine(filename),
    // Parameters are refused.
    type: inOneLine(contentType.replace(/;.*/s, '')),
    content: content.toString('base64'),
    ...(contentId ? { disposition: 'inline', content_id: contentId } : { disposition: 'attachment' }),
  };
}
