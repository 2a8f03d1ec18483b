import { randomUUID } from 'node:crypto';
import { awsSignatureFault } from './aws-signature.js';
import { bareAddress, domainOf, type FakeEmailOptions, isAddress } from './fake-email.js';
import { type FakeAnswer, type FakeProvider, type FakeRequest, startFakeHttp } from './fake-http.js';

/** One mail that the fake accepted, answered or not: our own message in `raw`, or the fields of a template. */
export interface FakeSesMail {
  id: string;
  from: string;
  recipients: string[];
  tags: Record<string, string>;
  configurationSet: string | null;
  raw: Buffer | null;
  template: Record<string, unknown> | null;
}

/** The simulated account. */
export interface FakeSesOptions extends FakeEmailOptions {
  sessionToken?: string;
  /** Configuration sets and templates of the account. */
  configurationSets?: string[];
  templates?: string[];
  /** The permissions that the key lacks, such as `ses:GetAccount`. */
  denied?: string[];
  /** Further fields of the GetAccount answer. */
  account?: object;
}

/** The settings of an integration with the fake's account. */
interface FakeSesSettings {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  region: string;
  topicArn: string;
}

/** A running fake of Amazon SES v2, which checks every signature. */
export type FakeSes = FakeProvider<FakeSesSettings, FakeSesMail>;

interface SendEmail {
  FromEmailAddress?: string;
  Destination?: Record<string, string[]>;
  Content?: { Raw?: { Data?: string }; Template?: Record<string, unknown> };
  EmailTags?: { Name: string; Value: string }[];
  ConfigurationSetName?: string;
}

/** Starts a fake Amazon SES on a free port of 127.0.0.1. */
export async function startFakeSes(options: FakeSesOptions = {}): Promise<FakeSes> {
  const settings: FakeSesSettings = {
    accessKeyId: 'AKIAFAKEFAKEFAKEFAKE',
    secretAccessKey: 'fake-secret/access+key',
    ...(options.sessionToken && { sessionToken: options.sessionToken }),
    region: 'eu-west-1',
    topicArn: 'arn:aws:sns:eu-west-1:123456789012:mail-events',
  };
  const { domains = ['sender.test'] } = options;

  return startFakeHttp<FakeSesSettings, FakeSesMail>(
    settings,
    {
      first(request) {
        const fault = awsSignatureFault(request, settings, 'ses');
        if (fault) return error(403, fault, 'The security token included in the request is invalid.');
        const call = `${request.method} ${request.path}`;
        const action = ACTIONS[call];
        if (action && options.denied?.includes(action)) return denied(action);
        if (call === 'GET /v2/email/account') return { status: 200, body: { ...ACCOUNT, ...options.account } };
        if (call === 'GET /v2/email/identities') return identities(request.query.get('NextToken'), domains);
        // The path used by Amazon's newer clients.
        if (call === 'POST /v2/email/list-identities') return identities(nextTokenIn(request), domains);
        return call === 'POST /v2/email/outbound-emails' ? null : error(404, 'UnknownOperationException', '');
      },
      refusal: ({ code, message = 'Refused by the fake', httpStatus = 400 }) =>
        error(httpStatus, String(code), message),
      throttled: () => ({
        ...error(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.'),
        headers: { 'x-amzn-errortype': 'TooManyRequestsException', 'retry-after': '30' },
      }),
      stop: (request) => faultOf(sendIn(request), domains, options, settings.region),
      take: (request) => mailIn(sendIn(request)),
      accepted: ({ id }) => ({ status: 200, body: { MessageId: id } }),
    },
    options,
  );
}

const ACTIONS: Record<string, string> = {
  'GET /v2/email/account': 'ses:GetAccount',
  'GET /v2/email/identities': 'ses:ListEmailIdentities',
};
const denied = (action: string) =>
  error(
    403,
    'AccessDeniedException',
    `User: arn:aws:iam::123456789012:user/mail is not authorized to perform: ${action}`,
  );

const ACCOUNT = {
  SendingEnabled: true,
  ProductionAccessEnabled: true,
  EnforcementStatus: 'HEALTHY',
  SendQuota: { Max24HourSend: 50000, MaxSendRate: 14, SentLast24Hours: 1 },
};

/** Pages of two, so that more than two identities take several calls. */
function identities(token: string | null, domains: string[]): FakeAnswer {
  const all = [
    ...domains.map((name) => ({
      IdentityType: 'DOMAIN',
      IdentityName: name,
      SendingEnabled: true,
      VerificationStatus: 'SUCCESS',
    })),
    { IdentityType: 'DOMAIN', IdentityName: 'pending.test', SendingEnabled: false, VerificationStatus: 'PENDING' },
    {
      IdentityType: 'EMAIL_ADDRESS',
      IdentityName: 'a@mailbox.test',
      SendingEnabled: true,
      VerificationStatus: 'SUCCESS',
    },
  ];
  const at = Number(token?.slice(3) ?? 0);
  const next = at + 2 < all.length ? { NextToken: `/+=${at + 2}` } : {};
  return { status: 200, body: { EmailIdentities: all.slice(at, at + 2), ...next } };
}

function nextTokenIn({ body }: FakeRequest): string | null {
  return (JSON.parse(body) as { NextToken?: string }).NextToken ?? null;
}

function sendIn({ body }: FakeRequest): SendEmail {
  return JSON.parse(body) as SendEmail;
}

function mailIn({ FromEmailAddress = '', Destination = {}, Content, EmailTags = [], ConfigurationSetName }: SendEmail) {
  const raw = Content?.Raw?.Data;
  return {
    id: `0102${randomUUID()}-000000`,
    from: FromEmailAddress,
    recipients: Object.values(Destination).flat().map(bareAddress),
    tags: Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, Value])),
    configurationSet: ConfigurationSetName ?? null,
    raw: raw === undefined ? null : Buffer.from(raw, 'base64'),
    template: Content?.Template ?? null,
  };
}

/** Refuses a body that the real API would refuse. */
function faultOf(send: SendEmail, domains: string[], options: FakeSesOptions, region: string): FakeAnswer | null {
  const bad = (message: string) => error(400, 'BadRequestException', message);
  const missing = (message: string) => error(404, 'NotFoundException', message);
  const { from, recipients, tags, configurationSet, raw, template } = mailIn(send);
  if (recipients.length > 50) return bad('Recipient count exceeds 50.');
  const wrong = recipients.find((address) => !isAddress(address));
  if (wrong !== undefined) return bad(`Illegal address: ${wrong}`);
  if (recipients.length === 0 || (!raw && !template)) return bad('Missing required header or content.');
  if (/[^\x20-\x7e]/.test(JSON.stringify([from, send.Destination])))
    return bad('Local address contains non-ASCII text.');
  if (Object.values(tags).some((value) => !/^[\w.@-]{1,256}$/.test(value))) return bad('Invalid tag value.');
  if (configurationSet && !options.configurationSets?.includes(configurationSet)) {
    return missing(`Configuration set <${configurationSet}> does not exist.`);
  }
  const name = String(template?.TemplateName);
  if (template && !options.templates?.includes(name)) return missing(`Template ${name} does not exist`);
  if (domains.includes(domainOf(from))) return null;
  const text = `Email address is not verified. The following identities failed the check in region ${region}: ${from}`;
  return error(400, 'MessageRejected', text);
}

function error(status: number, type: string, message: string): FakeAnswer {
  return { status, headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/` }, body: { message } };
}
