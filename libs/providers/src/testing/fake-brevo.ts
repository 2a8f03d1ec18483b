import { randomUUID } from 'node:crypto';
import { domainOf, type FakeEmailOptions, isAddress } from './fake-email.js';
import { type FakeAnswer, type FakeProvider, startFakeHttp } from './fake-http.js';
import { jsonBody } from './json-mail.js';

interface Mailbox {
  email: string;
  name?: string;
}

/** The part of a request body that the fake reads. */
interface BrevoJson {
  sender: Mailbox;
  to: Mailbox[];
  cc?: Mailbox[];
  bcc?: Mailbox[];
  replyTo?: Mailbox;
  subject?: string;
  htmlContent?: string;
  textContent?: string;
  templateId?: number;
  params?: Record<string, unknown>;
  headers?: Record<string, string>;
  tags?: string[];
  attachment?: { name?: string; content?: string }[];
}

/** One mail that the fake accepted, answered or not. */
export interface FakeBrevoMail {
  /** With angle brackets. */
  id: string;
  recipients: string[];
  body: BrevoJson;
}

/** A running fake of Brevo. */
export type FakeBrevo = FakeProvider<{ apiKey: string; webhookToken: string }, FakeBrevoMail>;

/** Starts a fake Brevo on a free port of 127.0.0.1. */
export async function startFakeBrevo(options: FakeEmailOptions & { templates?: number[] } = {}): Promise<FakeBrevo> {
  const { domains = ['sender.test'], templates = [] } = options;
  const settings = { apiKey: 'xkeysib-fake-brevo-key', webhookToken: 'fake-brevo-token' };
  const known = domains.map((domain) => domain.toLowerCase());

  return startFakeHttp<FakeBrevo['settings'], FakeBrevoMail>(
    settings,
    {
      first({ method, path, headers }) {
        if (headers['api-key'] !== settings.apiKey) return no(401, 'unauthorized', 'Key not found');
        if (method === 'POST' && path === '/v3/smtp/email') return null;
        return method === 'GET' && path === '/v3/senders/domains'
          ? list(domains)
          : no(404, 'document_not_found', 'Not found');
      },
      refusal: ({ code, message = 'Refused by the fake', httpStatus = 400 }) => no(httpStatus, String(code), message),
      throttled: () => ({ ...no(429, 'too_many_requests', 'Too many requests'), headers: { 'retry-after': '30' } }),
      stop: (request) => faultOf(jsonBody<BrevoJson>(request), known, templates),
      take(request) {
        const body = jsonBody<BrevoJson>(request) as BrevoJson;
        const id = `<${randomUUID()}@smtp-relay.mailin.fr>`;
        return { id, recipients: recipientsOf(body).map(({ email }) => email), body };
      },
      accepted: ({ id }) => ({ status: 201, body: { messageId: id } }),
    },
    options,
  );
}

const no = (status: number, code: string, message: string): FakeAnswer => ({ status, body: { code, message } });

const list = (domains: string[]): FakeAnswer => {
  const all = [
    ...domains.map((domain_name) => ({ domain_name, authenticated: true, verified: true })),
    { domain_name: 'pending.test', authenticated: false, verified: true },
  ];
  return { status: 200, body: { domains: all, count: all.length, current_page: 1, total_pages: 1 } };
};

const recipientsOf = ({ to = [], cc = [], bcc = [] }: Partial<BrevoJson>): Mailbox[] => [...to, ...cc, ...bcc];

/** Refuses a body that the real API would refuse. */
function faultOf(body: Partial<BrevoJson>, domains: string[], templates: number[]): FakeAnswer | null {
  const { sender, to = [], subject, htmlContent, templateId, replyTo, headers = {}, tags } = body;
  const invalid = (message: string) => no(400, 'invalid_parameter', message);
  const missing = (name: string) => no(400, 'missing_parameter', `${name} is missing`);
  if (to.length === 0) return missing('to');
  const wrong = recipientsOf(body).find(({ email }) => !isAddress(email));
  if (wrong) return invalid(`email is not valid in to: ${wrong.email}`);
  if (recipientsOf(body).some(({ name }) => name === '' || (name?.length ?? 0) > 70)) return invalid('name is invalid');
  if (replyTo && !isAddress(replyTo.email)) return invalid('email is not valid in replyTo');
  if (Object.values(headers).some((value) => /[^\x20-\x7e]/.test(value))) return invalid('headers are invalid');
  if (tags && tags.length === 0) return missing('tags');
  if (!sender || !domains.includes(domainOf(sender.email)))
    return invalid(`Sending has been rejected because the sender you used ${sender?.email} is not valid.`);
  if (templateId !== undefined) return templates.includes(templateId) ? null : invalid('template id does not exist');
  if (!subject) return missing('subject');
  return htmlContent ? null : missing('htmlContent');
}
