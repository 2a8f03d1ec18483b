import { randomUUID } from 'node:crypto';
import { bareAddress, type FakeEmailOptions, isAddress } from './fake-email.js';
import { type FakeAnswer, type FakeProvider, type FakeRequest, startFakeHttp } from './fake-http.js';
import { mailboxesIn } from './json-mail.js';

/** One mail that the fake accepted, answered or not: our own message in `raw`, or the fields of a template. */
export interface FakeMailgunMail {
  /** With angle brackets. */
  id: string;
  recipients: string[];
  raw: Buffer | null;
  /** Every field except files; the last value of a repeated name. */
  fields: Record<string, string>;
  files: { field: string; filename: string; content: Buffer }[];
}

/** The settings of an integration with the fake's account. */
interface FakeMailgunSettings {
  apiKey: string;
  domain: string;
  webhookSigningKey: string;
}

/** A running fake of Mailgun. */
export type FakeMailgun = FakeProvider<FakeMailgunSettings, FakeMailgunMail>;

/** Starts a fake Mailgun on a free port of 127.0.0.1; its first domain is the sending domain. */
export async function startFakeMailgun(
  options: FakeEmailOptions & { domain?: string; templates?: string[]; sendingOnly?: boolean } = {},
): Promise<FakeMailgun> {
  const { domains = ['sender.test'], templates = [] } = options;
  const settings = {
    apiKey: 'fake-mailgun-key',
    domain: options.domain ?? domains[0] ?? 'sender.test',
    webhookSigningKey: 'fake-mailgun-signing-key',
  };
  const authorization = `Basic ${Buffer.from(`api:${settings.apiKey}`).toString('base64')}`;

  return startFakeHttp<FakeMailgunSettings, FakeMailgunMail>(
    settings,
    {
      first({ method, path, headers, query }) {
        if (headers.authorization !== authorization) return said(401, 'Invalid private key');
        const isSend = method === 'POST' && path.startsWith(`/v3/${settings.domain}/messages`);
        if (options.sendingOnly && !isSend) return said(401, 'Forbidden');
        if (method === 'GET' && /^\/v[34]\/domains$/.test(path)) return list(domains, query);
        const [, domain = ''] = /^\/v3\/([^/]+)\/messages(\.mime)?$/.exec(path) ?? [];
        if (method !== 'POST' || !domain) return { status: 200, body: 'Mailgun Magnificent API' };
        return domains.includes(domain) ? null : said(404, `Domain not found: ${domain}`);
      },
      refusal: ({ code, message, httpStatus = 400 }) => said(httpStatus, message ?? String(code)),
      throttled: () => ({ ...said(429, 'Too many requests'), headers: { 'retry-after': '30' } }),
      stop: (request) => faultOf(take(request), request, templates),
      take,
      accepted: ({ id }) => ({ status: 200, body: { id, message: 'Queued. Thank you.' } }),
    },
    options,
  );
}

const said = (status: number, message: string): FakeAnswer => ({ status, body: { message } });

function list(domains: string[], query: URLSearchParams): FakeAnswer {
  const items = [...domains.map((name) => ({ name, state: 'active' })), { name: 'pending.test', state: 'unverified' }];
  const skip = Number(query.get('skip') ?? 0);
  const limit = Number(query.get('limit') ?? 100);
  return { status: 200, body: { items: items.slice(skip, skip + limit), total_count: items.length } };
}

function take({ parts, path }: FakeRequest): FakeMailgunMail {
  const fields = parts.filter(({ filename }) => filename === undefined);
  const files = parts.filter(({ filename }) => filename !== undefined);
  const sent = fields
    .filter(({ name }) => /^(to|cc|bcc)$/.test(name))
    .flatMap(({ content }) => mailboxesIn(content.toString()));
  const raw = path.endsWith('.mime') ? files.find(({ name }) => name === 'message')?.content : undefined;
  return {
    id: `<${messageIdIn(raw) ?? `${randomUUID()}@fake.test`}>`,
    recipients: sent.map(bareAddress),
    raw: raw ?? null,
    fields: Object.fromEntries(fields.map(({ name, content }) => [name, content.toString()])),
    files: files
      .filter(({ name }) => name !== 'message')
      .map(({ name, filename = '', content }) => ({ field: name, filename, content })),
  };
}

function messageIdIn(raw: Buffer | undefined): string | undefined {
  return /^message-id:\s*<([^>]*)>/im.exec(raw?.toString('latin1') ?? '')?.[1];
}

/** Refuses a form that the real API would refuse. */
function faultOf(mail: FakeMailgunMail, { path }: FakeRequest, templates: string[]): FakeAnswer | null {
  const { recipients, raw, fields } = mail;
  if (recipients.length > 1000) return said(400, 'Recipient count exceeds 1000');
  const wrong = recipients.find((address) => !isAddress(address));
  if (recipients.length === 0 || wrong !== undefined) {
    return said(400, `to parameter is not a valid address (${wrong}). please check documentation`);
  }
  if (path.endsWith('.mime')) return raw ? null : said(400, 'message parameter is missing');
  if (!fields.to || !fields.from) return said(400, 'to and from parameters are required');
  if (!templates.includes(fields.template ?? '')) return said(400, `template '${fields.template}' not found`);
  return null;
}
