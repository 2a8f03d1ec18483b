import type { Deadline } from '../../adapter/deadline.js';
import type { ProviderOptions } from '../../adapter/descriptor.js';
import { FORBIDDEN, networkCode, networkDetail } from '../../adapter/network-error.js';
import type { OauthTokens } from './oauth-tokens.js';
import { SmtpError } from './smtp-error.js';
import { type Credentials, logIn } from './smtp-login.js';
import { mustEncrypt, type SmtpSettings } from './smtp-settings.js';
import { SmtpWire } from './smtp-wire.js';
import type { TlsTickets } from './tls-tickets.js';

/** What a server offers in its answer to EHLO. */
export interface Offers {
  /** RFC 2920. */
  pipelining: boolean;
  /** BDAT (RFC 3030). */
  chunking: boolean;
  /** Addresses beyond ASCII (RFC 6531). */
  utf8: boolean;
  /** RFC 6152. */
  eightBit: boolean;
  /** RFC 1870: the most bytes of a mail, 0 without a limit; null if the server wants no sizes. */
  size: number | null;
  /** The methods of AUTH; null if the server takes no login. */
  auth: ReadonlySet<string> | null;
}

/** A connection that is ready for mail. */
export interface OpenWire {
  wire: SmtpWire;
  offers: Offers;
}

interface Account {
  settings: SmtpSettings;
  options: ProviderOptions;
  tokens: OauthTokens | null;
  tickets: TlsTickets;
}

/** Connects, encrypts and logs in; rejects with the reason, and leaves no connection then. */
export async function openWire({ settings, options, tokens, tickets }: Account, deadline: Deadline): Promise<OpenWire> {
  const { host, port, secure, user, pass } = settings;
  const token = tokens && (await before(deadline, tokens.token()));
  const address = options.resolve && (await before(deadline, vetted(host, port, options.resolve)));
  const rejectUnauthorized = settings.tls !== 'insecure';
  const wire = new SmtpWire({ host, address, port, secure, rejectUnauthorized, tickets });
  const expire = () => wire.close(deadline.error());
  deadline.signal.addEventListener('abort', expire, { once: true });
  if (deadline.signal.aborted) expire();
  try {
    await wire.connected();
    const offers = await greet(wire, settings, clientName(options));
    if (user !== undefined && offers.auth) {
      const credentials: Credentials = token ? { user, token } : { user, pass };
      await logIn(wire, credentials, offers.auth);
    }
    wire.checkStep();
    return { wire, offers };
  } catch (error) {
    wire.close();
    // The token may have been revoked before its time.
    if (token && (error as SmtpError).code === 'EAUTH') tokens?.forget(token);
    throw error;
  } finally {
    deadline.signal.removeEventListener('abort', expire);
  }
}

/** The greeting, EHLO, and STARTTLS as the account wants it. */
async function greet(wire: SmtpWire, settings: SmtpSettings, name: string): Promise<Offers> {
  const greeting = await wire.reply();
  if (greeting.code !== 220) throw new SmtpError('EPROTOCOL', 'Invalid greeting', greeting);
  const must = mustEncrypt(settings) && !wire.isEncrypted;
  const offers = await introduce(wire, name, must);
  const may = settings.tls !== 'none' && !wire.isEncrypted && offers.has('STARTTLS');
  if (!must && !may) return offersOf(offers);
  const reply = await wire.ask('STARTTLS');
  if (!reply.isPositive) throw new SmtpError('ETLS', 'The server does not encrypt', reply);
  await wire.startTls();
  // What the server said in plain text is forgotten.
  return offersOf(await introduce(wire, name, false));
}

/** Returns the keywords of the answer to EHLO with their parameters. HELO is for servers that do not know EHLO. */
async function introduce(wire: SmtpWire, name: string, mustExtend: boolean): Promise<Map<string, string>> {
  const reply = await wire.ask(`EHLO ${name}`);
  if (reply.isPositive) return keywordsOf(reply.text);
  if (reply.code === 421 || reply.code === 0 || mustExtend) throw new SmtpError('EPROTOCOL', 'EHLO failed', reply);
  const helo = await wire.ask(`HELO ${name}`);
  if (!helo.isPositive) throw new SmtpError('EPROTOCOL', 'HELO failed', helo);
  return new Map([['AUTH', '']]);
}

function keywordsOf(text: string): Map<string, string> {
  const keywords = new Map<string, string>();
  for (const line of text.split('\n').slice(1)) {
    // Some servers repeat AUTH in the old form, as AUTH=LOGIN.
    const [keyword = '', ...rest] = line
      .slice(4)
      .trim()
      .toUpperCase()
      .split(/[\s=]+/);
    keywords.set(keyword, [keywords.get(keyword) ?? '', ...rest].join(' ').trim());
  }
  return keywords;
}

function offersOf(keywords: Map<string, string>): Offers {
  const [size, auth] = [keywords.get('SIZE'), keywords.get('AUTH')];
  return {
    pipelining: keywords.has('PIPELINING'),
    chunking: keywords.has('CHUNKING'),
    utf8: keywords.has('SMTPUTF8'),
    eightBit: keywords.has('8BITMIME'),
    size: size === undefined ? null : Number(/^\d{1,15}/.exec(size)?.[0] ?? 0),
    auth: auth === undefined ? null : new Set(auth.split(' ')),
  };
}

/** The name for EHLO; an address literal where there is none. */
function clientName({ clientName: name = '' }: ProviderOptions): string {
  return name.replace(/[^\x21-\x7e]+/g, '') || '[127.0.0.1]';
}

/** Rejects when the deadline ends first. */
function before<T>({ signal, error }: Deadline, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(error());
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/** Returns the address to connect to. A forbidden host is the account's fault; a failing resolver is not. */
async function vetted(
  host: string,
  port: number,
  resolve: (host: string, port: number) => Promise<string>,
): Promise<string> {
  try {
    return await resolve(host, port);
  } catch (error) {
    throw Object.assign(new Error(networkDetail(error)), { code: networkCode(error) ?? FORBIDDEN });
  }
}
