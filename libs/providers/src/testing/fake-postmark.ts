import { randomUUID } from 'node:crypto';
import { domainOf, type FakeEmailOptions, isAddress } from './fake-email.js';
import { type FakeAnswer, type FakeProvider, startFakeHttp } from './fake-http.js';
import { jsonBody, mailboxesIn, readMailbox } from './json-mail.js';

/** The part of a request body that the fake reads. */
interface PostmarkJson {
  From: string;
  To?: string;
  Cc?: string;
  Bcc?: string;
  ReplyTo?: string;
  Subject?: string;
  TextBody?: string;
  HtmlBody?: string;
  TemplateId?: number;
  TemplateAlias?: string;
  TemplateModel?: Record<string, unknown>;
  Headers?: { Name: string; Value: string }[];
  Attachments?: { Name: string; Content: string; ContentType: string; ContentID?: string }[];
  Metadata?: Record<string, string>;
  TrackOpens?: boolean;
  TrackLinks?: string;
  MessageStream?: string;
}

/** One mail that the fake accepted for its active recipients, answered or not. */
export interface FakePostmarkMail {
  id: string;
  path: string;
  recipients: string[];
  body: PostmarkJson;
}

/** The simulated server. */
export interface FakePostmarkOptions extends FakeEmailOptions {
  /** Inactive addresses in lower case. */
  inactive?: string[];
  streams?: string[];
  /** Templates by alias or number. */
  templates?: (string | number)[];
}

/** The settings of an integration with the fake's server. */
interface FakePostmarkSettings {
  serverToken: string;
  webhookUser: string;
  webhookPassword: string;
}

/** A running fake of one Postmark server. */
export type FakePostmark = FakeProvider<FakePostmarkSettings, FakePostmarkMail>;

/** Starts a fake Postmark on a free port of 127.0.0.1. */
export async function startFakePostmark(options: FakePostmarkOptions = {}): Promise<FakePostmark> {
  const { inactive = [] } = options;
  const settings = { serverToken: 'fake-postmark-token', webhookUser: 'hooks', webhookPassword: 'fake-postmark-hook' };
  const isInactive = (address: string) => inactive.includes(address.toLowerCase());

  return startFakeHttp<FakePostmarkSettings, FakePostmarkMail>(
    settings,
    {
      first({ method, path, headers }) {
        if (headers['x-postmark-server-token'] !== settings.serverToken) {
          return no(10, 'Request does not contain a valid Server token.', 401);
        }
        if (method === 'GET' && path === '/server') return { status: 200, body: { ID: 1, Name: 'Fake', Color: 'red' } };
        const sends = method === 'POST' && /^\/email(\/withTemplate\/?)?$/.test(path);
        return sends ? null : { status: 404, body: 'Not Found' };
      },
      refusal: ({ code, message = 'Refused by the fake', httpStatus = 422 }) => no(Number(code), message, httpStatus),
      throttled: () => ({ ...no(429, 'Rate limit exceeded', 429), headers: { 'retry-after': '30' } }),
      stop(request) {
        const body = jsonBody<PostmarkJson>(request);
        return (
          faultOf(body, request.path === '/email', options) ??
          faultOfInactive(addressesIn(body).filter(isInactive), body)
        );
      },
      take(request) {
        const body = jsonBody<PostmarkJson>(request) as PostmarkJson;
        const recipients = addressesIn(body).filter((address) => !isInactive(address));
        return { id: randomUUID(), path: request.path, recipients, body };
      },
      accepted: ({ id, body }) => ({
        status: 200,
        body: {
          To: body.To,
          SubmittedAt: new Date().toISOString(),
          MessageID: id,
          ErrorCode: 0,
          Message: messageOf(addressesIn(body).filter(isInactive)),
        },
      }),
    },
    options,
  );
}

function no(code: number, message: string, status = 422): FakeAnswer {
  return { status, body: { ErrorCode: code, Message: message } };
}

function addressesIn({ To = '', Cc = '', Bcc = '' }: Partial<PostmarkJson>): string[] {
  return [To, Cc, Bcc].flatMap(mailboxesIn).map((mailbox) => readMailbox(mailbox).email);
}

const WHY =
  'Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.';

function messageOf(inactive: string[]): string {
  const named = inactive.map((address) => address.toLowerCase()).join(', ');
  return inactive.length === 0
    ? 'OK'
    : `Message OK, but will not deliver to these inactive addresses: ${named}. ${WHY}`;
}

/** Refuses a mail without active recipients. */
function faultOfInactive(inactive: string[], body: Partial<PostmarkJson>): FakeAnswer | null {
  if (inactive.length < addressesIn(body).length) return null;
  const named = inactive.map((address) => address.toLowerCase()).join(', ');
  return no(
    406,
    `You tried to send to recipient(s) that have been marked as inactive. Found inactive addresses: ${named}. ${WHY}`,
  );
}

/** Refuses a body that the real API would refuse. */
function faultOf(
  body: Partial<PostmarkJson>,
  hasContent: boolean,
  { domains = ['sender.test'], streams = ['outbound'], templates = [] }: FakePostmarkOptions,
): FakeAnswer | null {
  const { From = '', MessageStream = 'outbound', Metadata = {}, Subject = '' } = body;
  for (const field of ['To', 'Cc', 'Bcc'] as const) {
    const wrong = mailboxesIn(body[field] ?? '')
      .map(readMailbox)
      .find(({ email }) => !isAddress(email))?.email;
    if (wrong !== undefined)
      return no(300, `Error parsing '${field}': Illegal email address '${wrong}'. It must contain the '@' symbol.`);
  }
  const count = addressesIn(body).length;
  if (count === 0 || count > 50)
    return no(300, count === 0 ? 'Zero recipients specified' : 'A maximum of 50 recipients');
  const from = readMailbox(From).email;
  if (!isAddress(from)) return no(300, `Invalid 'From' address: '${from}'.`);
  if (!domains.includes(domainOf(from))) {
    return no(400, `The 'From' address you supplied (${from}) is not a Sender Signature on your account.`);
  }
  if (body.ReplyTo !== undefined && !isAddress(body.ReplyTo))
    return no(300, `Error parsing 'ReplyTo': '${body.ReplyTo}'`);
  if (!streams.includes(MessageStream)) return no(1235, 'The message stream for the provided ID was not found.');
  if (Object.values(Metadata).some((value) => value.length > 80)) return no(300, 'Invalid metadata content.');
  if (/[\r\n]/.test(Subject)) return no(300, "Invalid 'Subject'");
  if (hasContent)
    return body.TextBody || body.HtmlBody ? null : no(300, 'Provide either email TextBody or HtmlBody or both.');
  const template = body.TemplateId ?? body.TemplateAlias ?? '';
  return templates.includes(template) ? null : no(1101, `The Template's 'ID' or 'Alias' ${template} was not found.`);
}
