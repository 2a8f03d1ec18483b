import type { Address, Attachment, Mail } from '../../adapter/provider.js';
import { onTheWire, type OpenRecipients } from '../open-recipients.js';
import { asciiTags, bodiesOf, inOneLine, ownHeaders } from '../wire-mail.js';

/** Names that SendGrid refuses in `headers`, besides those it has fields for. */
const RESERVED = /^x-sg-(id|eid)$/i;

/** We track opens and clicks and write the unsubscribe link ourselves. */
const NO_TRACKING = {
  click_tracking: { enable: false, enable_text: false },
  open_tracking: { enable: false },
  subscription_tracking: { enable: false },
};

/** Builds the body of POST /v3/mail/send. */
export function sendGridBody(mail: Mail, open: OpenRecipients): object {
  const { template, replyTo = [], subject, attachments = [] } = mail;
  const categories = asciiTags(mail, { longest: 255 });
  return {
    personalizations: personalizations(open).map((each) => ({
      ...each,
      ...(template && { dynamic_template_data: template.variables }),
    })),
    from: named(mail.from),
    ...(replyTo.length > 0 && { reply_to_list: replyTo.map(named) }),
    // A template brings its own subject and content.
    ...(subject && { subject: inOneLine(subject) }),
    ...(template ? { template_id: template.id } : { content: contentOf(mail) }),
    headers: {
      'Message-ID': inOneLine(mail.messageId),
      ...Object.fromEntries(ownHeaders(mail).filter(([name]) => !RESERVED.test(name))),
    },
    ...(attachments.length > 0 && { attachments: attachments.map(attachmentOf) }),
    ...(categories.length > 0 && { categories }),
    custom_args: { reference: mail.reference },
    tracking_settings: NO_TRACKING,
  };
}

/** Uses one personalization, so that recipients see each other; when only blind copies remain, each gets its own. */
function personalizations({ to, cc, bcc }: OpenRecipients): object[] {
  if (to.length === 0) return bcc.map((each) => ({ to: [quoted(each)] }));
  const fields = Object.entries({ to, cc, bcc }).filter(([, addresses]) => addresses.length > 0);
  return [Object.fromEntries(fields.map(([field, addresses]) => [field, addresses.map(quoted)]))];
}

/** SendGrid writes names with a comma or a semicolon unquoted, so we quote them here. */
function quoted({ name, email }: Address): Address {
  return named({ name: name && /[,;]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name, email });
}

function named({ name = '', email }: Address): Address {
  const shown = inOneLine(name);
  return { email: onTheWire(email), ...(shown && { name: shown }) };
}

/** Text must precede HTML. */
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
    // SendGrid refuses parameters.
    type: inOneLine(contentType.replace(/;.*/s, '')),
    content: content.toString('base64'),
    ...(contentId ? { disposition: 'inline', content_id: contentId } : { disposition: 'attachment' }),
  };
}
