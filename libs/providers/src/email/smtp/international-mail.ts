import type { Address, Mail } from '../../adapter/provider.js';
import { composeMail } from '../compose-mail.js';
import { signMail } from '../dkim.js';

/** The two forms in which a mail travels; they are the same unless an address needs SMTPUTF8 (RFC 6531). */
export interface WrittenMail {
  ascii: Buffer;
  international: Buffer;
}

/** Whether an address with its domain in ASCII travels without SMTPUTF8. */
// eslint-disable-next-line no-control-regex -- the whole of ASCII is what it looks for
export const isAscii = (address: string): boolean => /^[\x00-\x7f]*$/.test(address);

/** How a server without SMTPUTF8 would refuse an address that needs it. */
export const NO_UTF8 = {
  stage: 'rcpt',
  response: '553 5.6.7 The next mail server does not offer SMTPUTF8, which this address needs',
} as const;

/** Writes and signs a mail. Without SMTPUTF8 its headers do not name those whom it cannot reach. @throws TypeError for an invalid header name */
export async function writtenMail(mail: Mail): Promise<WrittenMail> {
  const { to, cc, replyTo, signWith = [] } = mail;
  const plain = (addresses: Address[]) => addresses.filter(({ email }) => isAscii(localPart(email)));
  const reduced = { ...mail, to: plain(to), cc: plain(cc), replyTo: replyTo && plain(replyTo) };
  const written = (form: Mail) => signMail(composeMail(form), signWith);
  const ascii = await written(reduced);
  const isSame = [...to, ...cc, ...(replyTo ?? [])].every(({ email }) => isAscii(localPart(email)));
  return { ascii, international: isSame ? ascii : await written(mail) };
}

/** The domain is written in punycode in any case. */
const localPart = (email: string) => email.slice(0, email.lastIndexOf('@'));
