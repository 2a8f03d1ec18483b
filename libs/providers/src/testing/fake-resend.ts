import { randomUUID } from 'node:crypto';
import { domainOf, type FakeEmailOptions, isAddress } from './fake-email.js';
import { type FakeAnswer, type FakeProvider, type FakeRequest, startFakeHttp } from './fake-http.js';
import { jsonBody, readMailbox } from './json-mail.js';

/** The part of a request body that the fake reads. */
interface ResendJson {
  from: string;
  to: string[] | string;
  cc?: string[];
  bcc?: string[];
  reply_to?: string | string[];
  subject?: string;
  text?: string;
  html?: string;
  template?: { id: string; variables?: Record<string, unknown> };
  headers?: Record<string, string>;
  attachments?: { filename?: string; content: string; content_type?: string; content_id?: string }[];
  tags?: { name: string; value: string }[];
}

/** One mail that the fake accepted, answered or not; repetitions of a call are not counted. */
export interface FakeResendMail {
  id: string;
  recipients: string[];
  idempotencyKey: string | null;
  body: ResendJson;
}

/** The simulated account. */
export interface FakeResendOptions extends FakeEmailOptions {
  /** Whether the key is limited to sending. */
  sendingOnly?: boolean;
  templates?: string[];
}

/** A running fake of Resend. */
export type FakeResend = FakeProvider<{ apiKey: string; webhookSecret: string }, FakeResendMail>;

/** Starts a fake Resend on a free port of 127.0.0.1. */
export async function startFakeResend(options: FakeResendOptions = {}): Promise<FakeResend> {
  const { domains = ['sender.test'], sendingOnly = false, templates = [] } = options;
  const settings = { apiKey: 're_fake-resend-key', webhookSecret: 'whsec_ZmFrZS1yZXNlbmQtc2lnbmluZy1zZWNyZXQ=' };
  const known = domains.map((domain) => domain.toLowerCase());
  const earlier = new Map<string, { body: string; id: string }>();

  return startFakeHttp<FakeResend['settings'], FakeResendMail>(
    settings,
    {
      first({ method, path, query, headers }) {
        if (!headers.authorization) return no(401, 'missing_api_key', 'Missing API key in the authorization header.');
        if (headers.authorization !== `Bearer ${settings.apiKey}`)
          return no(403, 'invalid_api_key', 'API key is invalid');
        if (method === 'POST' && path === '/emails') return null;
        if (sendingOnly) return no(401, 'restricted_api_key', 'This API key is restricted to only send emails.');
        if (method === 'GET' && path === '/domains') return page(domains, query);
        return no(404, 'not_found', 'The requested endpoint does not exist.');
      },
      refusal: ({ code, message = 'Refused by the fake', httpStatus = 422 }) => no(httpStatus, String(code), message),
      throttled: () => ({
        ...no(429, 'rate_limit_exceeded', 'Too many requests. You can only make 2 requests per second.'),
        headers: { 'retry-after': '30' },
      }),
      stop(request) {
        const before = earlier.get(keyOf(request) ?? '');
        if (before && before.body === request.body) return { status: 200, body: { id: before.id } };
        if (before)
          return no(409, 'invalid_idempotent_request', 'Same idempotency key used with a different request payload.');
        return faultOf(jsonBody<ResendJson>(request), known, templates);
      },
      take(request) {
        const [id, key] = [randomUUID(), keyOf(request)];
        if (key) earlier.set(key, { body: request.body, id });
        const body = jsonBody<ResendJson>(request) as ResendJson;
        return { id, recipients: addressesIn(body), idempotencyKey: key, body };
      },
      accepted: ({ id }) => ({ status: 200, body: { id } }),
    },
    options,
  );
}

function no(statusCode: number, name: string, message: string): FakeAnswer {
  return { status: statusCode, body: { statusCode, name, message } };
}

function keyOf({ headers }: FakeRequest): string | null {
  return [headers['idempotency-key']].flat()[0] ?? null;
}

function addressesIn({ to = [], cc = [], bcc = [] }: Partial<ResendJson>): string[] {
  return [to, cc, bcc].flat().map((mailbox) => readMailbox(mailbox).email);
}

function page(domains: string[], query: URLSearchParams): FakeAnswer {
  const all = [
    ...domains.map((name) => ({ id: name, name, status: 'verified', capabilities: { sending: 'enabled' } })),
    { id: 'pending', name: 'pending.test', status: 'pending' },
    { id: 'inbound', name: 'inbound.test', status: 'verified', capabilities: { sending: 'disabled' } },
  ];
  const start = all.findIndex(({ id }) => id === query.get('after')) + 1;
  const data = all.slice(start, start + Number(query.get('limit') ?? 20));
  return { status: 200, body: { object: 'list', has_more: start + data.length < all.length, data } };
}

/** Refuses a body that the real API would refuse. */
function faultOf(body: Partial<ResendJson>, domains: string[], templates: string[]): FakeAnswer | null {
  const { from = '', to = [], subject = '', text, html, template, tags = [] } = body;
  const invalid = (message: string) => no(422, 'validation_error', message);
  if (to.length === 0) return no(422, 'missing_required_field', 'Missing `to` field.');
  if (addressesIn(body).some((address) => !isAddress(address))) {
    return invalid(
      'Invalid `to` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.',
    );
  }
  if ([to].flat().length > 50) return invalid('The `to` field must not exceed 50 addresses.');
  if (!isAddress(readMailbox(from).email)) return invalid('Invalid `from` field.');
  if (!domains.includes(domainOf(from))) {
    return no(
      403,
      'validation_error',
      `The ${domainOf(from)} domain is not verified. Please, add and verify your domain`,
    );
  }
  if (![body.reply_to ?? []].flat().every((reply) => isAddress(readMailbox(reply).email)))
    return invalid('Invalid `reply_to` field.');
  if (/[\r\n]/.test(subject)) return invalid('The `\n` is not allowed in the `subject` field.');
  if (tags.some(({ name, value }) => !/^[\w-]{1,256}$/.test(name) || !/^[\w-]{1,256}$/.test(value))) {
    return invalid('Tags should only contain ASCII letters, numbers, underscores, or dashes.');
  }
  if (!template) return text || html ? null : no(422, 'missing_required_field', 'Missing `html` or `text` field.');
  if (text || html) return invalid('The `template` field cannot be used with `html` or `text`.');
  return templates.includes(template.id) ? null : no(404, 'not_found', 'Template not found');
}
