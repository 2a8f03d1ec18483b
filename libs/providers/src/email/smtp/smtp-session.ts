import { isIP } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Deadline } from '../../adapter/deadline.js';
import type { ProviderOptions } from '../../adapter/descriptor.js';
import { FORBIDDEN, networkCode, networkDetail } from '../../adapter/network-error.js';
import type { IsWanted } from '../../adapter/provider.js';
import { MailBody } from './mail-body.js';
import type { OauthTokens } from './oauth-tokens.js';
import { mustEncrypt, type SmtpSettings } from './smtp-settings.js';

type SmtpError = SMTPConnection.SMTPError;
type Done<T> = (error?: SmtpError | null, value?: T) => void;

/** The SMTP envelope: sender and recipients as sent to the server. */
export interface Envelope {
  from: string;
  to: string[];
}

/** The result of one SMTP transaction: the reply for each recipient, how it ended, and how far it got. */
export interface SmtpTransaction {
  /** Recipients that the server refused or deferred at RCPT. */
  rejected: { address: string; error: SmtpError }[];
  /** The reply to the final dot. */
  response?: string;
  error?: SmtpError;
  handedOver: boolean;
  /** The server closed the connection (or answered 421) before it replied to any command of this transaction. */
  unheard: boolean;
}

const isDropped = (error: SmtpError | undefined) => error?.code === 'ECONNECTION' || error?.code === 'ESOCKET';

/** How long QUIT may take before the socket is destroyed, in milliseconds. */
const GOODBYE_MS = 1_000;

/** One logged-in connection to an SMTP server. No event and no timer outlives it. */
export class SmtpSession {
  /** The number of transactions begun on this connection. */
  sent = 0;
  alive = true;
  /** Called once when the connection is gone. */
  onEnd: () => void = () => undefined;
  private fail: (error: SmtpError) => void = () => undefined;

  private constructor(private readonly connection: SMTPConnection) {
    connection.on('error', (error: SmtpError) => this.fail(error));
    connection.on('end', () => {
      this.alive = false;
      this.onEnd();
      // The reply that explains the end is reported right after this event and takes precedence.
      process.nextTick(() => this.fail(Object.assign(new Error('Connection closed'), { code: 'ECONNECTION' })));
    });
  }

  /** Connects, encrypts and logs in; rejects with the SMTP error and closes the socket. */
  static async open(
    settings: SmtpSettings,
    options: ProviderOptions,
    deadline: Deadline,
    { timeoutMs, tokens }: { timeoutMs: number; tokens: OauthTokens | null },
  ) {
    const { host, port, secure, user, pass } = settings;
    const token = tokens && (await before(deadline, tokens.token()));
    const session = new SmtpSession(
      new SMTPConnection({
        host: options.resolve ? await vetted(host, port, options.resolve) : host,
        // The certificate must match the name, whatever address it resolves to.
        servername: isIP(host) ? undefined : host,
        port,
        secure,
        requireTLS: !secure && mustEncrypt(settings),
        ignoreTLS: settings.tls === 'none',
        tls: { rejectUnauthorized: settings.tls !== 'insecure' },
        name: options.clientName,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        // A backup only: the pool closes idle connections, and the deadline ends hanging ones.
        socketTimeout: timeoutMs + (options.idleMs ?? 0) + 60_000,
        socketCloseTimeout: 0,
      }),
    );
    const { connection } = session;
    try {
      await session.step(deadline, (done) => connection.connect(done));
      if (user !== undefined && connection.allowsAuth) {
        const login = token ? xoauth2(user, token) : { user, pass };
        await session.step(deadline, (done) => connection.login(login, done));
      }
      return session;
    } catch (error) {
      connection.close();
      // The token may have been revoked before its time.
      if (token && (error as SmtpError).code === 'EAUTH') tokens?.forget(token);
      throw error;
    }
  }

  /**
   * Runs one transaction. Never rejects.
   * @param isWanted asked between the server's 354 and the first byte; if false, the connection is closed, which discards the mail
   */
  async send(envelope: Envelope, message: Buffer, deadline: Deadline, isWanted?: IsWanted): Promise<SmtpTransaction> {
    this.sent += 1;
    const { connection } = this;
    const body = new MailBody(message, isWanted);
    body.once('stopped', () => connection.close());
    // Nodemailer records the result for each recipient in the object passed to it.
    const book: Partial<SMTPConnection.SentMessageInfo> = {};
    const tracked = Object.assign(book, envelope, { size: message.length });
    connection.lastServerResponse = false;
    let error: SmtpError | undefined;
    let response: string | undefined;
    try {
      const info = await this.step<SMTPConnection.SentMessageInfo>(deadline, (done) =>
        connection.send(tracked, body, done),
      );
      response = info?.response;
    } catch (caught) {
      error = caught as SmtpError;
    }
    // After a refused sender, pipelined RCPT commands fail only because they are out of order.
    const rejected = error?.command === 'MAIL FROM' ? [] : (book.rejectedErrors ?? []);
    const last = connection.lastServerResponse as string | false;
    return {
      rejected: rejected.map((each) => ({ address: String(each.recipient), error: each })),
      response,
      error,
      handedOver: body.handedOver,
      unheard: !body.handedOver && (last === false ? isDropped(error) : last.startsWith('421')),
    };
  }

  /** Whether the server takes addresses beyond ASCII (RFC 6531); nodemailer has no public name for what EHLO told. */
  get offersUtf8(): boolean {
    const { _supportedExtensions: offered = [] } = this.connection as unknown as { _supportedExtensions?: string[] };
    return offered.includes('SMTPUTF8');
  }

  /** Prepares the connection for the next message after a failed one. Never rejects; check `alive` afterwards. */
  async reset(deadline: Deadline): Promise<void> {
    try {
      await this.step(deadline, (done) => this.connection.reset(done));
    } catch {
      this.connection.close();
    }
  }

  /** Sends QUIT and closes. */
  end(): void {
    if (!this.alive) return;
    setTimeout(() => this.connection.close(), GOODBYE_MS).unref();
    this.connection.quit();
  }

  private step<T>(deadline: Deadline, run: (done: Done<T>) => void): Promise<T | undefined> {
    return new Promise<T | undefined>((resolve, reject) => {
      const expire = () => {
        reject(deadline.error());
        this.connection.close();
      };
      if (deadline.signal.aborted) return expire();
      deadline.signal.addEventListener('abort', expire, { once: true });
      const settle = (then: () => void) => {
        deadline.signal.removeEventListener('abort', expire);
        then();
      };
      this.fail = (error) => settle(() => reject(error));
      run((error, value) => settle(() => (error ? reject(error) : resolve(value))));
    });
  }
}

/** Returns a login by token; https://developers.google.com/workspace/gmail/imap/xoauth2-protocol, which Microsoft follows. */
function xoauth2(user: string, token: string): SMTPConnection.AuthenticationType {
  const oauth2 = {
    // A second attempt with the same token would fail like the first.
    getToken: (isRetry: boolean, done: (error: Error | null, token?: string) => void) =>
      isRetry ? done(new Error('The server refused the token')) : done(null, token),
    buildXOAuth2Token: (each: string) =>
      Buffer.from(`user=${user}\u0001auth=Bearer ${each}\u0001\u0001`).toString('base64'),
  };
  return { user, method: 'XOAUTH2', oauth2 } as unknown as SMTPConnection.AuthenticationType;
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
