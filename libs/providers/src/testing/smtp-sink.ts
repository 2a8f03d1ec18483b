import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls';
import { type SinkFault, SinkScript } from './sink-script.js';
import type { SinkMessage, SmtpSinkOptions } from './sink-options.js';
import { SinkSession } from './sink-session.js';
import { unstuffed } from './sink-text.js';

/** A running SMTP server on 127.0.0.1 that counts the messages it accepts. */
export interface SmtpSink {
  readonly port: number;
  /** Suitable for `SMTP_URL`, including the login. */
  readonly url: string;
  readonly messages: SinkMessage[];
  /** How often each Message-ID was accepted. */
  readonly counts: ReadonlyMap<string, number>;
  /** Messages accepted so far, kept or not. */
  readonly taken: number;
  /** Connections ever made, those open now, and those that resumed a TLS session. */
  readonly connections: { total: number; open: number; resumed: number };
  onMessage: ((message: SinkMessage) => void) | undefined;
  /** Appends faults to the script; without arguments clears it. */
  script(...faults: SinkFault[]): void;
  /** Resolves once `count` messages were accepted in total; rejects after `timeoutMs` (10 s). */
  waitFor(count: number, timeoutMs?: number): Promise<void>;
  /** Cuts every connection and stops listening. */
  close(): Promise<void>;
}

/** Starts a counting SMTP sink on a free port. */
export async function startSmtpSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const script = new SinkScript();
  const sockets = new Set<Socket>();
  const counts = new Map<string, number>();
  const waiters = new Set<() => void>();
  let total = 0;
  let resumed = 0;
  let taken = 0;

  const keep = (arrived: Omit<SinkMessage, 'raw'>) => {
    const { wire, isStuffed } = arrived;
    const message: SinkMessage = { ...arrived, get raw(): Buffer { return isStuffed ? unstuffed(wire) : wire; } }; // prettier-ignore
    taken += 1;
    counts.set(message.messageId, (counts.get(message.messageId) ?? 0) + 1);
    if (options.keep !== false) sink.messages.push(message);
    sink.onMessage?.(message);
    for (const wake of waiters) wake();
  };
  const { tls, auth } = options;
  const secureContext = tls && createSecureContext({ key: tls.key, cert: tls.cert });
  const noteTls = (socket: TLSSocket) => void (socket.isSessionReused() && (resumed += 1));
  const welcome = (socket: Socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
    total += 1;
    if (socket instanceof TLSSocket) noteTls(socket);
    new SinkSession(socket, { options, script, keep, secureContext, noteTls }, total);
  };

  const server = tls?.implicit ? createTlsServer({ key: tls.key, cert: tls.cert }, welcome) : createServer(welcome);
  server.on('tlsClientError', () => undefined);
  const port = await listen(server, options.port ?? 0);
  const login = auth ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@` : '';

  const sink: SmtpSink = {
    port,
    url: `${tls?.implicit ? 'smtps' : 'smtp'}://${login}127.0.0.1:${port}`,
    messages: [],
    counts,
    get taken() {
      return taken;
    },
    get connections() {
      return { total, open: sockets.size, resumed };
    },
    onMessage: options.onMessage,
    script(...faults) {
      if (faults.length === 0) script.clear();
      else script.add(...faults);
    },
    waitFor: (count, timeoutMs = 10_000) =>
      new Promise((resolve, reject) => {
        const settle = (then: () => void) => {
          clearTimeout(timer);
          waiters.delete(check);
          then();
        };
        const check = () => void (taken >= count && settle(resolve));
        const late = () =>
          settle(() => reject(new Error(`The sink accepted ${taken} of ${count} messages in ${timeoutMs} ms`)));
        const timer = setTimeout(late, timeoutMs);
        waiters.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return sink;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
