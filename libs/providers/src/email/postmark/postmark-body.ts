import type { Attachment, Mail, ProviderTemplate } from '../../adapter/provider.js';
import { openRecipients } from '../open-recipients.js';
import { bodiesOf, inOneLine, mailbox, ownHeaders } from '../wire-mail.js';

/** The longest metadata value that Postmark accepts. */
const MAX_METADATA = 80;

/** Builds the body of POST /email or, with a template, POST /email/withTemplate. */
export function postmarkBody(mail: Mail, messageStream: string): object {
  const { to, cc, bcc } = openRecipients(mail);
  const { replyTo = [], template, attachments = [], tags: [tag] = [] } = mail;
  const fields = Object.entries({ To: to, Cc: cc, Bcc: bcc }).filter(([, addresses]) => addresses.length > 0);
  return {
    From: mailbox(mail.from),
    ...Object.fromEntries(fields.map(([field, addresses]) => [field, addresses.map(mailbox).join(', ')])),
    ...(replyTo.length > 0 && { ReplyTo: replyTo.map(mailbox).join(', ') }),
    ...(template ? templateOf(template) : contentOf(mail)),
    Headers: [
      { Name: 'Message-ID', Value: inOneLine(mail.messageId) },
      // Without this header Postmark replaces our Message-ID.
      { Name: 'X-PM-KeepID', Value: 'true' },
      ...ownHeaders(mail).map(([Name, Value]) => ({ Name, Value })),
    ],
    // A message has one tag at most.
    ...(tag !== undefined && { Tag: inOneLine(tag) }),
    ...(attachments.length > 0 && { Attachments: attachments.map(attachmentOf) }),
    ...(mail.reference.length <= MAX_METADATA && { Metadata: { reference: mail.reference } }),
    // We track opens and clicks ourselves.
    TrackOpens: false,
    TrackLinks: 'None',
    MessageStream: messageStream,
  };
}

function contentOf(mail: Mail): object {
  const { text, html } = bodiesOf(mail);
  return { Subject: inOneLine(mail.subject), TextBody: text, HtmlBody: html };
}

/** A template has a numeric id, or an alias that begins with a letter, and its own subject. */
function templateOf({ id, variables }: ProviderTemplate): object {
  const which = /^\d+$/.test(id) ? { TemplateId: Number(id) } : { TemplateAlias: id };
  return { ...which, TemplateModel: variables };
}

function attachmentOf({ filename, contentType, content, contentId }: Attachment): object {
  return {
    Name: inOneLine(filename),
    Content: content.toString('base64'),
    ContentType: inOneLine(contentType),
    ...(contentId && { ContentID: `cid:${contentId}` }),
  };
}
