import { urlOf } from '@dundun/domain';
import { z } from 'zod';

/**
 * How the connection is encrypted when it does not begin with TLS. `auto`: STARTTLS when the server offers it, and a
 * must as soon as there is a password to protect on the way to another host. `required`: STARTTLS or nothing. `none`:
 * never. `insecure`: like `auto`, but the certificate is not checked.
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

const address = z
  .string('Not a URL of the form smtp://user:pass@host:port')
  .trim()
  .transform((text, context) => {
    const read = readUrl(text);
    if (typeof read === 'object') return read;
    context.addIssue({ code: 'custom', message: read });
    return z.NEVER;
  });

const byUrl = z.object({ url: address }).catchall(z.undefined('It stands in the URL, which is given too'));
const forms = z.toJSONSchema(z.union([address, z.object({ url: address }), fields]), {
  io: 'input',
  unrepresentable: 'any',
});

/** The one form that is meant: a union of them would say of each mistake that it is none of the three. */
function formOf(given: unknown): z.ZodType<z.output<typeof fields>> {
  if (typeof given === 'string') return address;
  const hasUrl = typeof given === 'object' && given !== null && 'url' in given;
  return hasUrl ? byUrl.transform(({ url }) => url) : fields;
}

/**
 * An SMTP account: `{ host, port, secure, user, pass, tls }`, or `{ url }` and the bare text of
 * `smtp://user:pass@host:port?tls=…` (587, STARTTLS as `tls` says) and `smtps://…` (465, TLS at once).
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

/** A checked SMTP account, complete with its port. */
export type SmtpSettings = z.output<typeof smtpSettings>;

/** The account, or a sentence about what is wrong; it never repeats the URL, which holds the password. */
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

const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|::1)$/i;

/** Whether the connection may not go on in plain text: an attacker who hides STARTTLS must not read the password. */
export function mustEncrypt({ host, secure, user, tls: mode }: SmtpSettings): boolean {
  if (secure || mode === 'required') return true;
  return mode !== 'none' && user !== undefined && !LOOPBACK.test(host);
}

/** How well the password is protected on its way: encrypted for certain is more than perhaps, a checked certificate more than any. */
export function protectionOf(settings: SmtpSettings): number {
  if (mustEncrypt(settings)) return settings.tls === 'insecure' ? 2 : 3;
  return settings.tls === 'none' ? 0 : 1;
}
