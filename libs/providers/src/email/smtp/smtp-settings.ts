import { urlOf } from '@dundun/domain';
import { z } from 'zod';

/**
 * How to encrypt a connection that does not begin with TLS. `auto`: STARTTLS if the server offers it, and required if a
 * password would travel to another host. `required`: STARTTLS or nothing. `none`: never. `insecure`: like `auto`,
 * without checking the certificate.
 */
const tls = z.enum(['auto', 'required', 'none', 'insecure'], 'tls must be auto, required, none or insecure');

const PORT = 'The port must be a whole number from 1 to 65535';
const number = z.number(PORT).int(PORT).min(1, PORT).max(65_535, PORT);
const digits = (given: unknown) => (typeof given === 'string' && /^\d{1,5}$/.test(given) ? Number(given) : given);

const fields = z.object({
  host: z.string('The host is missing').trim().min(1, 'The host is missing'),
  port: z.preprocess(digits, number).meta({ type: 'integer', minimum: 1, maximum: 65_535 }).optional(),
  /** TLS from the first byte. */
  secure: z.boolean('secure must be true or false').optional(),
  user: z.string('The user name must be a text').optional(),
  pass: z.string('The password must be a text').optional(),
  tls: tls.default('auto'),
});

const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|::1)$/i;

const secret = (what: string) => z.string(`The ${what} must be a text`).trim().min(1, `The ${what} is missing`);

/** An account that logs in with an OAuth 2 token (XOAUTH2) instead of a password. */
const oauthFields = z
  .object({
    tokenUrl: z
      .string('The token URL is missing')
      .trim()
      .refine(isTokenUrl, 'Enter an address such as https://login.microsoftonline.com/<tenant>/oauth2/v2.0/token')
      .meta({ description: 'For Microsoft 365: https://login.microsoftonline.com/<tenant>/oauth2/v2.0/token' }),
    clientId: secret('client ID').meta({ description: 'The ID of the application that may send for the mailbox.' }),
    user: secret('user name').meta({ description: 'The mailbox that sends.' }),
    clientSecret: secret('client secret').optional(),
    refreshToken: secret('refresh token').optional().meta({
      description: 'Of a person who allowed the application to send. Without it the application acts for itself.',
    }),
    scope: secret('scope').default('https://outlook.office365.com/.default').meta({
      description: 'With a refresh token of Microsoft: https://outlook.office365.com/SMTP.Send offline_access',
    }),
    host: z.string('The host is missing').trim().min(1, 'The host is missing').default('smtp.office365.com'),
    port: fields.shape.port,
    secure: fields.shape.secure,
    tls: tls.default('auto'),
  })
  .superRefine(({ clientSecret, refreshToken }, context) => {
    if (!clientSecret && !refreshToken)
      context.addIssue({
        code: 'custom',
        path: ['clientSecret'],
        message: 'Enter the client secret, or a refresh token',
      });
  });

/** Whether secrets may be sent to this address: over TLS, or to the same machine. */
function isTokenUrl(given: string): boolean {
  const url = urlOf(given);
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
}

const address = z
  .string('Not a URL of the form smtp://user:pass@host:port')
  .trim()
  .transform((text, context) => {
    const read = readUrl(text);
    if (typeof read === 'object') return read;
    context.addIssue({ code: 'custom', message: read });
    return z.NEVER;
  });

const byUrl = z.object({ url: address }).catchall(z.undefined('Already part of the URL'));
const forms = z.toJSONSchema(z.union([address, z.object({ url: address }), fields, oauthFields]), {
  io: 'input',
  unrepresentable: 'any',
});

type Account = z.output<typeof fields> & Partial<z.output<typeof oauthFields>>;

/** Picks the form that was meant; a union would only report that none of them matches. */
function formOf(given: unknown): z.ZodType<Account> {
  if (typeof given === 'string') return address;
  const has = (name: string) => typeof given === 'object' && given !== null && name in given;
  if (has('tokenUrl')) return oauthFields;
  return has('url') ? byUrl.transform(({ url }) => url) : fields;
}

/**
 * An SMTP account: `{ host, port, secure, user, pass, tls }`, or `{ tokenUrl, clientId, user, … }` with OAuth 2, or `{ url }` or plain text of the form
 * `smtp://user:pass@host:port?tls=…` (port 587, STARTTLS according to `tls`) or `smtps://…` (port 465, TLS from the
 * start).
 */
export const smtpSettings = z
  .unknown()
  .meta({ anyOf: forms.anyOf })
  .transform((given, context) => {
    const read = formOf(given).safeParse(given);
    if (!read.success) {
      context.issues.push(...read.error.issues.map((issue) => ({ ...issue, input: undefined })));
      return z.NEVER;
    }
    const account = read.data;
    const secure = account.secure ?? account.port === 465;
    return { ...account, secure, port: account.port ?? (secure ? 465 : 587) };
  });

/** A validated SMTP account, with its port filled in. */
export type SmtpSettings = z.output<typeof smtpSettings>;

/** Returns the account, or a sentence about the mistake that never repeats the URL, which contains the password. */
function readUrl(text: string): z.output<typeof fields> | string {
  const url = urlOf(text);
  if (!url) return 'Not a URL of the form smtp://user:pass@host:port';
  const { protocol, hostname, port, username, password, searchParams } = url;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return 'The URL must begin with smtp:// or smtps://';
  if (!hostname) return 'The URL has no host';
  const mode = tls.safeParse(searchParams.get('tls') ?? 'auto');
  if (!mode.success) return 'tls must be auto, required, none or insecure';
  try {
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port ? Number(port) : undefined,
      secure: protocol === 'smtps:' || undefined,
      user: username ? decodeURIComponent(username) : undefined,
      pass: password ? decodeURIComponent(password) : undefined,
      tls: mode.data,
    };
  } catch {
    return 'The user name or password is not percent-encoded correctly';
  }
}

/** The settings of an account with OAuth 2. */
export type OauthSettings = Pick<SmtpSettings, 'clientSecret' | 'refreshToken'> &
  Required<Pick<SmtpSettings, 'tokenUrl' | 'clientId' | 'scope'>>;

/** Returns the settings with which the account gets its tokens; null if it logs in with a password, or not at all. */
export function oauthOf({ tokenUrl, clientId, clientSecret, refreshToken, scope }: SmtpSettings): OauthSettings | null {
  if (tokenUrl === undefined || clientId === undefined || scope === undefined) return null;
  return { tokenUrl, clientId, clientSecret, refreshToken, scope };
}

/** Whether plain text is forbidden, so that an attacker who hides STARTTLS cannot read the password. */
export function mustEncrypt({ host, secure, user, tls: mode }: SmtpSettings): boolean {
  if (secure || mode === 'required') return true;
  return mode !== 'none' && user !== undefined && !LOOPBACK.test(host);
}

/**
 * Rates how well the password is protected in transit: guaranteed encryption above opportunistic, a checked certificate
 * above an unchecked one.
 */
export function protectionOf(settings: SmtpSettings): number {
  if (mustEncrypt(settings)) return settings.tls === 'insecure' ? 2 : 3;
  return settings.tls === 'none' ? 0 : 1;
}
