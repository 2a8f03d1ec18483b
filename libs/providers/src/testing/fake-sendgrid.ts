import { randomBytes } from 'node:crypto';
import { domainOf, type FakeEmailOptions, isAddress } from './fake-email.js';
import { type FakeAnswer, type FakeProvider, startFakeHttp } from './fake-http.js';
import { jsonBody } from './json-mail.js';
import { type SendGridKeys, sendGridKeys } from './sendgrid-call.js';

/** A mailbox in the form of the API. */
interface SendGridAddress {
  email: string;
  name?: string;
}

/** The part of a request body that the fake reads. */
interface SendGridJson {
  personalizations: {
    to: SendGridAddress[];
    cc?: SendGridAddress[];
    bcc?: SendGridAddress[];
    dynamic_template_data?: Record<string, unknown>;
  }[];
  from: SendGridAddress;
  reply_to_list?: SendGridAddress[];
  categories?: string[];
  subject?: string;
  template_id?: string;
  content?: { type: string; value: string }[];
  headers?: Record<string, string>;
  attachments?: { content: string; filename: string; type?: string; disposition?: string; content_id?: string }[];
  custom_args?: Record<string, string>;
  tracking_settings?: Record<string, Record<string, boolean>>;
}

/** One mail that the fake accepted, answered or not. */
export interface FakeSendGridMail {
  id: string;
  recipients: string[];
  body: SendGridJson;
}

/** The simulated account. */
export interface FakeSendGridOptions extends FakeEmailOptions {
  scopes?: string[];
  templates?: string[];
}

/** A running fake of SendGrid, with the keys that sign its events. */
export type FakeSendGrid = FakeProvider<{ apiKey: string; webhookPublicKey: string }, FakeSendGridMail> & {
  keys: SendGridKeys;
};

/** Starts a fake SendGrid on a free port of 127.0.0.1. */
export async function startFakeSendGrid(options: FakeSendGridOptions = {}): Promise<FakeSendGrid> {
  const { domains = ['sender.test'], scopes = ['mail.send', 'whitelabel.read'], templates = [] } = options;
  const keys = sendGridKeys();
  const settings = { apiKey: 'SG.fake-sendgrid-key', webhookPublicKey: keys.publicKey };
  const known = domains.map((domain) => domain.toLowerCase());

  const fake = await startFakeHttp<FakeSendGrid['settings'], FakeSendGridMail>(
    settings,
    {
      first({ method, path, query, headers }) {
        if (headers.authorization !== `Bearer ${settings.apiKey}`) {
          return no(401, 'The provided authorization grant is invalid, expired, or revoked');
        }
        if (method === 'GET' && path === '/v3/scopes') return { status: 200, body: { scopes } };
        if (method === 'GET' && path === '/v3/whitelabel/domains') {
          return scopes.includes('whitelabel.read') ? page(domains, query) : no(403, 'access forbidden');
        }
        return method === 'POST' && path === '/v3/mail/send' ? null : no(404, 'Not Found');
      },
      refusal: ({ code, message = 'Refused by the fake', httpStatus = 400 }) => no(httpStatus, message, String(code)),
      throttled: () => ({
        ...no(429, 'too many requests'),
        headers: { 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 30) },
      }),
      stop(request) {
        const body = jsonBody<SendGridJson>(request);
        return faultOfRecipients(body) ?? faultOfContent(body, templates) ?? faultOfSender(body, known);
      },
      take(request) {
        const body = jsonBody<SendGridJson>(request) as SendGridJson;
        const recipients = body.personalizations.flatMap(allRecipients).map(({ email }) => email);
        return { id: randomBytes(16).toString('base64url'), recipients, body };
      },
      accepted: ({ id }) => ({ status: 202, headers: { 'x-message-id': id }, body: '' }),
    },
    options,
  );
  return Object.assign(fake, { keys });
}

function no(status: number, message: string, field: string | null = null): FakeAnswer {
  return { status, body: { errors: [{ message, field, help: null }] } };
}

function page(domains: string[], query: URLSearchParams): FakeAnswer {
  const all = [...domains.map((domain) => ({ domain, valid: true })), { domain: 'pending.test', valid: false }];
  const offset = Number(query.get('offset') ?? 0);
  const records = { mail_cname: { valid: true, type: 'cname', host: 'em1.example', data: 'u1.wl.sendgrid.net' } };
  const items = all.slice(offset, offset + Number(query.get('limit') ?? 50));
  return { status: 200, body: items.map((each, id) => ({ id, subdomain: 'em1', ...each, dns: records })) };
}

const allRecipients = ({ to, cc = [], bcc = [] }: SendGridJson['personalizations'][number]) => [...to, ...cc, ...bcc];

/** Refuses recipients that the real API would refuse. */
function faultOfRecipients({ personalizations = [] }: Partial<SendGridJson>): FakeAnswer | null {
  if (personalizations.length === 0) return no(400, 'You must have at least one personalization.', 'personalizations');
  if (personalizations.flatMap(allRecipients).length > 1000)
    return no(400, 'There is a limit of 1000 total recipients');
  const errors: { message: string; field: string; help: null }[] = [];
  const add = (field: string, message: string) => errors.push({ message, field, help: null });
  for (const [i, each] of personalizations.entries()) {
    if (each.to.length === 0)
      add(`personalizations.${i}.to`, 'The to array is required for all personalization objects');
    const emails = allRecipients(each).map(({ email }) => email.toLowerCase());
    if (new Set(emails).size < emails.length) add(`personalizations.${i}`, 'Each email address should be unique');
    for (const field of ['to', 'cc', 'bcc'] as const) {
      if (each[field]?.length === 0 && field !== 'to')
        add(`personalizations.${i}.${field}`, 'The array must not be empty');
      for (const [j, { email }] of (each[field] ?? []).entries()) {
        if (!isAddress(email)) add(`personalizations.${i}.${field}.${j}.email`, 'Does not contain a valid address.');
      }
    }
  }
  return errors.length > 0 ? { status: 400, body: { errors } } : null;
}

/** Refuses content that the real API would refuse. */
function faultOfContent(body: Partial<SendGridJson>, templates: string[]): FakeAnswer | null {
  const { content = [], headers = {}, attachments = [], subject, template_id: template } = body;
  if (template !== undefined && !templates.includes(template))
    return no(400, 'The template_id is unknown', 'template_id');
  if (!subject && !template) return no(400, 'The subject is required.', 'subject');
  if (content.length === 0 && !template)
    return no(400, 'Unless a template_id is provided, content is required', 'content');
  if (content.some(({ value }) => value === ''))
    return no(400, 'The content value must be a string at least one character in length.', 'content.0.value');
  const order = content.map(({ type }) => ['text/plain', 'text/html'].indexOf(type));
  if (order.some((at, i) => i > 0 && at <= (order[i - 1] ?? 0)))
    return no(400, 'text/plain has to be first', 'content');
  const reserved = Object.keys(headers).find((name) => RESERVED.test(name));
  if (reserved) return no(400, `The header ${reserved} is reserved`, `headers.${reserved}`);
  const wrong = attachments.findIndex(({ filename, type = '' }) => !filename || /[;\r\n]/.test(filename + type));
  return wrong < 0 ? null : no(400, 'The filename or the type is not valid', `attachments.${wrong}`);
}

const RESERVED =
  /^(x-sg-id|x-sg-eid|received|dkim-signature|content-type|content-transfer-encoding|to|from|subject|reply-to|cc|bcc)$/i;

function faultOfSender(
  { from, reply_to_list: replies = [] }: Partial<SendGridJson>,
  domains: string[],
): FakeAnswer | null {
  if (!from || !isAddress(from.email)) return no(400, 'The from email does not contain a valid address.', 'from.email');
  if (!replies.every(({ email }) => isAddress(email)))
    return no(400, 'The reply_to_list email does not contain a valid address.', 'reply_to_list.0.email');
  if (domains.includes(domainOf(from.email))) return null;
  return no(403, 'The from address does not match a verified Sender Identity.', 'from');
}
