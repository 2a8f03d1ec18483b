import { hash } from 'node:crypto';
import { headerFault, MOST_HEADERS } from '@dundun/contracts';
import { emailKey, type JsonObject } from '@dundun/domain';
import PostalMime, { decodeWords, type Address, type Attachment, type Email } from 'postal-mime';

/** A submitted mail as the body of a send, and the key that makes a second submission harmless. */
export interface SubmittedMail {
  /** The shape of POST /v1/send/email; it is checked like any other body. */
  body: JsonObject;
  /** From the Message-ID and the envelope recipients, so that a client may repeat each of its transactions; null without a Message-ID. */
  key: string | null;
}

/** A header `X-Dundun-…` that cannot be read. */
export class SubmissionHeaderError extends Error {}

const LIMITS = { maxNestingDepth: 32, maxHeadersSize: 65_536, attachmentEncoding: 'base64' } as const;
const OPTIONS = 'x-dundun-';

/** Reads a mail for its envelope recipients. @throws SubmissionHeaderError */
export async function submittedMail(raw: Buffer, recipients: string[]): Promise<SubmittedMail> {
  const mail = await PostalMime.parse(raw, LIMITS);
  const { messageId } = mail;
  return {
    body: {
      ...contentOf(mail),
      ...recipientsOf(mail, recipients),
      ...headersOf(mail),
      ...optionsOf(mail),
    },
    key: messageId ? hash('sha256', JSON.stringify([messageId, [...new Set(recipients.map(emailKey))].sort()])) : null,
  };
}

function contentOf({ from, replyTo, subject, html, text, attachments }: Email): JsonObject {
  const [sender] = from ? mailboxes([from]) : [];
  const replies = mailboxes(replyTo);
  return {
    from: { name: sender?.name || sender?.address, email: sender?.address },
    ...(replies.length > 0 && { reply_to: replies.map(written) }),
    subject: subject?.trim(),
    ...(html && { html }),
    ...(text && { text }),
    ...(attachments.length > 0 && { attachments: attachments.map(attachmentOf) }),
  };
}

/**
 * Divides the envelope into to, cc and bcc. An address of the headers that is not in the envelope gets its copy by another
 * transaction, and an address of the envelope that is in no header is a blind copy.
 */
function recipientsOf({ to, cc }: Email, envelope: string[]): JsonObject {
  const left = new Map(envelope.map((address) => [emailKey(address), address]));
  const taken = (named: Address[] | undefined) =>
    mailboxes(named).flatMap((mailbox) => (left.delete(emailKey(mailbox.address)) ? [written(mailbox)] : []));
  const [visible, copies] = [taken(to), taken(cc)];
  const hidden = [...left.values()];
  if (visible.length > 0) return { to: visible, cc: copies, bcc: hidden };
  // A relay, or a client that submits each blind copy separately: no header names a recipient of this transaction.
  const [first = '', ...others] = copies.length > 0 ? copies : hidden;
  return copies.length > 0 ? { to: [first], cc: others, bcc: hidden } : { to: [first], bcc: others };
}

function headersOf({ headers }: Email): JsonObject {
  // The service writes the headers of a list.
  const hasList = headers.some(({ key }) => key === `${OPTIONS}list`);
  const taken = new Set<string>();
  const carried: [string, string][] = [];
  for (const { originalKey, key, value } of headers) {
    const text = decodeWords(value).trim();
    // A mail program adds headers that nobody asked for, so those that a send refuses are left out.
    if (taken.has(key) || (hasList && key.startsWith('list-')) || headerFault(originalKey, text) !== undefined)
      continue;
    taken.add(key);
    if (carried.length < MOST_HEADERS) carried.push([originalKey, text]);
  }
  return carried.length > 0 ? { headers: Object.fromEntries(carried) as JsonObject } : {};
}

/** Reads `X-Dundun-Template`, `-Variables`, `-Tags`, `-Metadata`, `-List`, `-Send-At`, `-Track-Opens` and `-Track-Clicks`. */
function optionsOf({ headers }: Email): JsonObject {
  const given = new Map(
    headers.flatMap(({ key, value }) =>
      key.startsWith(OPTIONS) ? [[key.slice(OPTIONS.length), decodeWords(value).trim()]] : [],
    ),
  );
  const template = given.get('template');
  return {
    ...(template !== undefined && { template, template_variables: json('Variables', given.get('variables') ?? '{}') }),
    ...text('list', given.get('list')),
    ...text('send_at', given.get('send-at')),
    ...text('tags', given.get('tags')?.split(/\s*,\s*/)),
    ...text('metadata', given.has('metadata') ? json('Metadata', given.get('metadata') ?? '') : undefined),
    ...text('track_opens', bool('Track-Opens', given.get('track-opens'))),
    ...text('track_clicks', bool('Track-Clicks', given.get('track-clicks'))),
  };
}

const text = (key: string, value: unknown): JsonObject => (value === undefined ? {} : ({ [key]: value } as JsonObject));

function json(name: string, value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw new SubmissionHeaderError(`X-Dundun-${name} must be JSON`);
  }
}

function bool(name: string, value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (!/^(true|false)$/i.test(value)) throw new SubmissionHeaderError(`X-Dundun-${name} must be true or false`);
  return value.toLowerCase() === 'true';
}

interface Mailbox {
  name: string;
  address: string;
}

/** Flattens groups. */
const mailboxes = (all: Address[] = []): Mailbox[] =>
  all.flatMap((each) => (each.group ? each.group : [each])).flatMap((each) => (each.address ? [each as Mailbox] : []));

const written = ({ name, address }: Mailbox): string =>
  name.trim() === '' ? address : `"${name.replace(/[\\"]/g, '\\$&')}" <${address}>`;

const attachmentOf = ({ filename, mimeType, content, contentId, method }: Attachment): JsonObject => ({
  filename: filename ?? `attachment.${mimeType.split('/')[1] ?? 'bin'}`,
  content: content as string,
  content_type: method ? `${mimeType}; method=${method}` : mimeType,
  ...(contentId && { content_id: contentId.replace(/^<|>$/g, '') }),
});
