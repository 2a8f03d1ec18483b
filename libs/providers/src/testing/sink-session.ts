import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { SinkAction, SinkScript, SinkStage } from './sink-script.js';
import { messageIdOf, SinkChunk, SinkText } from './sink-text.js';
import type { SinkMessage, SmtpSinkOptions } from './sink-options.js';

/** The parts of the sink that a session uses. */
interface SinkHost {
  readonly options: SmtpSinkOptions;
  readonly script: SinkScript;
  /** One for all connections, so that TLS sessions can be resumed. */
  readonly secureContext: SecureContext | undefined;
  noteTls(socket: TLSSocket): void;
  keep(message: Omit<SinkMessage, 'raw'>): void;
}

const ADDRESS = /^[^:]*:\s*<([^>]*)>/;

/** One connection to the sink: a small, strict SMTP server that follows the script. */
export class SinkSession {
  private pending: Buffer = Buffer.alloc(0);
  private text: SinkText | null = null;
  private from: string | null = null;
  private to: string[] = [];
  private authenticated = false;
  private awaitsAuth = false;
  private stopped = false;
  private waits = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private socket: Socket,
    private readonly host: SinkHost,
    private readonly connection: number,
  ) {
    this.listen(socket);
    this.at('connect', () => this.reply('220 sink.test ESMTP'));
  }

  private listen(socket: Socket): void {
    this.socket = socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.read(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => clearTimeout(this.timer));
  }

  private read(chunk: Buffer): void {
    this.pending = this.pending.length ? Buffer.concat([this.pending, chunk]) : chunk;
    this.pump();
  }

  /** Processes the received bytes; the replies to one read are sent together. */
  private pump(): void {
    const { socket } = this;
    socket.cork();
    while (
      !this.stopped &&
      !this.waits &&
      this.pending.length &&
      (this.text ? this.readText(this.text) : this.readLine())
    );
    socket.uncork();
  }

  private readLine(): boolean {
    const end = this.pending.indexOf('\r\n');
    if (end < 0) return false;
    const line = this.pending.toString('utf8', 0, end);
    this.pending = this.pending.subarray(end + 2);
    if (this.awaitsAuth) this.checkAuth(line);
    else this.command(line);
    return true;
  }

  private readText(text: SinkText): boolean {
    const chunk = this.pending;
    this.pending = Buffer.alloc(0);
    const done = text.take(chunk);
    if (!done) {
      this.at('body', () => undefined, undefined, text);
      return true;
    }
    this.pending = done.rest;
    this.text = null;
    this.at('body', () => this.finishText(done.wire, text), undefined, text);
    return true;
  }

  private finishText(wire: Buffer, text: SinkText): void {
    const isStuffed = !(text instanceof SinkChunk);
    const message = {
      messageId: messageIdOf(wire) ?? '',
      envelope: { from: this.from ?? '', to: this.to },
      wire,
      isStuffed,
    };
    this.clear();
    const action = this.host.script.take({ stage: 'dot', connection: this.connection, messageId: message.messageId });
    const refuses = typeof action === 'object' && 'reply' in action && /^[45]/.test(action.reply);
    if (!refuses) this.host.keep(message);
    this.act(action, () => this.reply('250 2.0.0 Ok: queued as SINK'));
  }

  private command(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    const address = ADDRESS.exec(line)?.[1];
    if (verb === 'EHLO' || verb === 'HELO') this.at('ehlo', () => this.reply(this.greeting()));
    else if (/^STARTTLS$/i.test(line)) this.at('starttls', () => this.startTls());
    else if (verb === 'AUTH') this.at('auth', () => this.auth(line));
    else if (verb === 'MAIL') this.at('mail', () => this.mail(address), address);
    else if (verb === 'RCPT') this.at('rcpt', () => this.rcpt(address), address);
    else if (verb === 'DATA') this.at('data', () => this.data());
    else if (verb === 'BDAT') this.at('data', () => this.chunk(line));
    else if (verb === 'RSET') this.at('rset', () => this.reply('250 2.0.0 Ok', () => this.clear()));
    else if (verb === 'QUIT') this.at('quit', () => this.reply('221 2.0.0 Bye', () => this.end()));
    else if (verb === 'NOOP') this.reply('250 2.0.0 Ok');
    else this.reply('500 5.5.2 What?');
  }

  private greeting(): string {
    const { options } = this.host;
    const encrypted = this.socket instanceof TLSSocket;
    const lines = ['sink.test', ...(options.pipelining === false ? [] : ['PIPELINING']), '8BITMIME'];
    if (options.utf8 !== false) lines.push('SMTPUTF8');
    if (options.chunking) lines.push('CHUNKING');
    if (options.size) lines.push(`SIZE ${options.size}`);
    if (options.auth) lines.push('AUTH PLAIN');
    // As Microsoft's servers announce it.
    if (options.oauth) lines.push('AUTH LOGIN XOAUTH2');
    if (options.tls && !encrypted) lines.push('STARTTLS');
    return lines.map((line, index) => `250${index === lines.length - 1 ? ' ' : '-'}${line}`).join('\r\n');
  }

  private startTls(): void {
    const { secureContext } = this.host;
    if (!secureContext) return this.reply('502 5.5.1 No TLS here');
    const plain = this.socket;
    this.reply('220 2.0.0 Ready');
    plain.removeAllListeners('data').uncork();
    this.pending = Buffer.alloc(0);
    const encrypted = new TLSSocket(plain, { isServer: true, secureContext });
    encrypted.once('secure', () => this.host.noteTls(encrypted));
    this.listen(encrypted);
  }

  private auth(line: string): void {
    const [, method = '', initial] = line.split(' ');
    if (this.host.options.oauth) return this.checkToken(method, initial);
    if (method.toUpperCase() !== 'PLAIN') return this.reply('504 5.5.4 Only PLAIN');
    if (initial !== undefined) return this.checkAuth(initial);
    this.awaitsAuth = true;
    this.reply('334 ');
  }

  private checkAuth(encoded: string): void {
    this.awaitsAuth = false;
    const [, user, pass] = Buffer.from(encoded, 'base64').toString().split('\0');
    const { auth } = this.host.options;
    this.authenticated = !!auth && auth.user === user && auth.pass === pass;
    this.reply(this.authenticated ? '235 2.7.0 Accepted' : '535 5.7.8 Wrong user name or password');
  }

  private checkToken(method: string, initial = ''): void {
    const { oauth } = this.host.options;
    if (method.toUpperCase() !== 'XOAUTH2') return this.reply('504 5.7.4 Unrecognized authentication type');
    const [user, bearer = '', ...ends] = Buffer.from(initial, 'base64').toString().split('\u0001');
    const isWhole = ends.length === 2 && ends.every((end) => end === '') && bearer.startsWith('auth=Bearer ');
    const token = bearer.replace('auth=Bearer ', '');
    this.authenticated = !!oauth && isWhole && user === `user=${oauth.user}` && oauth.isValid(token);
    this.reply(this.authenticated ? '235 2.7.0 Authentication successful' : '535 5.7.3 Authentication unsuccessful');
  }

  private mail(address: string | undefined): void {
    const { auth, oauth } = this.host.options;
    if ((auth || oauth) && !this.authenticated) return this.reply('530 5.7.0 Log in first');
    if (address === undefined) return this.reply('501 5.1.7 No address');
    if (this.from !== null) return this.reply('503 5.5.1 Nested MAIL');
    this.from = address;
    this.reply('250 2.1.0 Ok');
  }

  private rcpt(address: string | undefined): void {
    if (this.from === null) return this.reply('503 5.5.1 MAIL first');
    if (!address) return this.reply('501 5.1.3 No address');
    this.to.push(address);
    this.reply('250 2.1.5 Ok');
  }

  private data(): void {
    if (this.to.length === 0) return this.reply('503 5.5.1 RCPT first');
    this.text = new SinkText();
    this.reply('354 Go ahead');
  }

  private chunk(line: string): void {
    const [, size, last] = /^BDAT (\d+)( LAST)?$/i.exec(line) ?? [];
    if (!this.host.options.chunking || size === undefined || last === undefined) return this.reply('501 5.5.4 What?');
    this.text = new SinkChunk(Number(size));
  }

  private clear(): void {
    this.from = null;
    this.to = [];
  }

  private at(stage: SinkStage, goOn: () => void, address?: string, text?: SinkText): void {
    const moment = { stage, connection: this.connection, address, messageId: text?.messageId() };
    this.act(this.host.script.take(moment, text?.bytes), goOn);
  }

  private act(action: SinkAction | undefined, goOn: () => void): void {
    if (action === undefined) return goOn();
    if (typeof action === 'object' && 'reply' in action) {
      return this.reply(action.reply, () => action.reply.startsWith('421') && this.end());
    }
    if (typeof action === 'object') {
      this.waits = true;
      this.timer = setTimeout(() => {
        this.waits = false;
        goOn();
        this.pump();
      }, action.delayMs);
      return;
    }
    this.stopped = true;
    if (action === 'drop') cut(this.socket);
    if (action === 'close') this.end();
  }

  private end(): void {
    this.stopped = true;
    this.socket.end();
  }

  private reply(text: string, then?: () => void): void {
    if (this.socket.writable) this.socket.write(`${text}\r\n`);
    then?.();
  }
}

/**
 * Resets the connection where the socket supports it: not under TLS, and not while it is ending (it would never close).
 */
function cut(socket: Socket): void {
  if (socket instanceof TLSSocket || socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
