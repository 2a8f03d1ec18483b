import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type Reply, ReplyReader } from './reply-reader.js';
import { SmtpError } from './smtp-error.js';
import type { TlsTickets } from './tls-tickets.js';

/** After this much silence the system probes the connection, which also keeps routers from forgetting it. */
const KEEP_ALIVE_MS = 30_000;

/** Where to connect, and which certificate to expect there. */
export interface WireTarget {
  /** The name or address that the certificate must be for. */
  host: string;
  /** The address to connect to, if it was resolved and checked before. */
  address?: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  rejectUnauthorized: boolean;
  tickets: TlsTickets;
}

interface Waiter {
  resolve(reply?: Reply): void;
  reject(error: Error): void;
}

/** A socket to an SMTP server, read in whole replies. */
export class SmtpWire {
  /** Takes the replies from now on, in place of `reply()`. */
  onReply: ((reply: Reply) => void) | undefined;
  /** Called once when the connection is gone. */
  onEnd: ((reason: Error) => void) | undefined;
  /** Called when the bytes of a `write` that returned false were sent. */
  onDrain: () => void = () => undefined;
  /** Why the connection ended. */
  reason: Error | undefined;
  /** Whether it was not this side that closed it. */
  isDropped = false;
  private readonly reader = new ReplyReader();
  private readonly early: Reply[] = [];
  private waiter: Waiter | undefined;
  private socket: Socket;
  private readonly onData = (chunk: Buffer) => this.read(chunk);

  /** Starts to connect. */
  constructor(private readonly target: WireTarget) {
    const { host, address = host, port, secure } = target;
    const to = { host: address, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
    this.socket = secure ? this.encrypted(to) : connectPlain(to);
    this.listen();
  }

  get isEncrypted(): boolean {
    return 'encrypted' in this.socket;
  }

  /** Resolves when the connection is open, and encrypted if it begins with TLS; rejects with the reason of its end. */
  async connected(): Promise<void> {
    const opened = this.wait();
    this.socket.once(this.isEncrypted ? 'secureConnect' : 'connect', () => this.settle());
    await opened;
  }

  /** Encrypts the connection after the reply to STARTTLS. @throws SmtpError when the server has sent more than that */
  async startTls(): Promise<void> {
    // An attacker on the plain connection may have added it (RFC 3207 6).
    if (this.early.length > 0 || this.reader.incomplete !== '') {
      throw new SmtpError('EPROTOCOL', 'The server sent more before the encryption began');
    }
    this.socket.off('data', this.onData);
    this.socket = this.encrypted({ socket: this.socket, host: this.target.host });
    this.listen();
    await this.connected();
  }

  /** Sends one command and resolves with its reply; rejects with the reason of the connection's end. */
  async ask(command: string): Promise<Reply> {
    this.checkStep();
    this.write(`${command}\r\n`);
    return this.reply();
  }

  /** @throws SmtpError when the server has sent a reply to nothing, or the connection is gone */
  checkStep(): void {
    const [early] = this.early;
    if (early) throw new SmtpError('EPROTOCOL', 'Unexpected response', early);
    if (this.reason) throw this.reason;
  }

  /** Resolves with the next reply; rejects with the reason of the connection's end. */
  async reply(): Promise<Reply> {
    const early = this.early.shift();
    return early ?? ((await this.wait()) as Reply);
  }

  /** Sends bytes. @returns false while the system does not take more, until `onDrain` */
  write(bytes: Buffer | string): boolean {
    return this.reason === undefined && this.socket.write(bytes);
  }

  /** Closes the connection at once. */
  close(reason: Error = new SmtpError('ECONNECTION', 'Connection closed')): void {
    if (this.reason) return;
    this.reason = reason;
    this.socket.destroy();
    this.waiter?.reject(reason);
    this.onEnd?.(reason);
  }

  private encrypted(to: object): TLSSocket {
    const { host, rejectUnauthorized, tickets } = this.target;
    const resumed = tickets.current();
    const servername = isIP(host) ? undefined : host;
    const socket = connectTls({ ...to, servername, rejectUnauthorized, session: resumed?.session });
    tickets.watch(socket, resumed);
    return socket;
  }

  private listen(): void {
    this.socket
      .on('data', this.onData)
      .on('drain', () => this.onDrain())
      .on('error', (error) => this.drop(error))
      .on('end', () => this.closedByServer())
      .on('close', () => this.closedByServer());
  }

  private read(chunk: Buffer): void {
    try {
      for (const reply of this.reader.read(chunk)) this.deliver(reply);
    } catch (error) {
      this.close(error as Error);
    }
  }

  private deliver(reply: Reply): void {
    if (this.reason) return;
    if (this.onReply) this.onReply(reply);
    else if (this.waiter) this.settle(reply);
    else this.early.push(reply);
  }

  private closedByServer(): void {
    const last = this.reader.incomplete;
    // A refusal whose line break is missing still explains the end.
    this.drop(
      new SmtpError('ECONNECTION', 'Connection closed unexpectedly', /^[45]\d\d[ -]/.test(last) ? last : undefined),
    );
  }

  private drop(reason: Error): void {
    if (this.reason) return;
    this.isDropped = true;
    this.close(reason);
  }

  private wait(): Promise<Reply | undefined> {
    if (this.reason) return Promise.reject(this.reason);
    return new Promise((resolve, reject) => (this.waiter = { resolve, reject }));
  }

  private settle(reply?: Reply): void {
    const { waiter } = this;
    this.waiter = undefined;
    waiter?.resolve(reply);
  }
}
