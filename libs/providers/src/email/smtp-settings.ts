import { urlOf } from '@dundun/domain';
import { z } from 'zod';

/**
 * How the connection is encrypted when it does not begin with TLS. `auto`: STARTTLS when the server offers it, and a
 * must as soon as there is a password to protect on the way to another host. `required`: STARTTLS or nothing. `none`:
 * never. `insecure`: like `auto`, but the certificate is not checked.
 */
const tls = z.enum(['auto', 'required', 'none', 'insecure']).default('auto');

const fields = z.object({
  host: z.string().trim().min(1, 'The host is missing'),
  port: z.coerce.number().int().min(1).max(65_535).optional(),
  /** TLS from the first byte. */
  secure: z.boolean().optional(),
  user: z.string().optional(),
  pass: z.string().optional(),
  tls,
});

const address = z
  .string()
  .trim()
  .transform((text, context) => {
    const read = readUrl(text);
    if (typeof read === 'object') return read;
    context.addIssue({ code: 'custom', message: read });
    return z.NEVER;
  });

/**
 * An SMTP account: `{ host, port, secure, user, pass, tls }`, or `{ url }` and the bare text of
 * `smtp://user:pass@host:port?tls=…` (587, STARTTLS as `tls` says) and `smtps://…` (465, TLS at once).
 */
export const smtpSettings = z
  .union([address, z.object({ url: address }).transform(({ url }) => url), fields])
  .transform((given) => {
    const secure = given.secure ?? given.port === 465;
    return { ...given, secure, port: given.port ?? (secure ? 465 : 587) };
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
  const mode = tls.safeParse(searchParams.get('tls') ?? undefined);
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
