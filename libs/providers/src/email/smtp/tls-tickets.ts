import type { TLSSocket } from 'node:tls';

/** How long after its full handshake a session may be resumed: a resumption checks no certificate. */
const LIFETIME_MS = 3_600_000;

interface Ticket {
  session: Buffer;
  endsAt: number;
}

/**
 * The last TLS session with the server of one account, with which further connections skip most of the handshake.
 * Accounts share none: a session carries the result of its account's certificate check.
 */
export class TlsTickets {
  private last: Ticket | undefined;

  constructor(private readonly now: () => number = Date.now) {}

  /** Returns the session to resume, if there is one. */
  current(): Ticket | undefined {
    return this.last && this.last.endsAt > this.now() ? this.last : undefined;
  }

  /** Keeps the sessions that the server issues, once the socket is encrypted and the certificate was checked. */
  watch(socket: TLSSocket, resumed: Ticket | undefined): void {
    let session: Buffer | undefined;
    let endsAt: number | undefined;
    const keep = () => {
      if (session && endsAt !== undefined) this.last = { session, endsAt };
    };
    // TLS 1.2 issues it during the handshake, TLS 1.3 afterwards.
    socket.on('session', (issued: Buffer) => {
      session = issued;
      keep();
    });
    socket.once('secureConnect', () => {
      endsAt = resumed && socket.isSessionReused() ? resumed.endsAt : this.now() + LIFETIME_MS;
      keep();
    });
    socket.once('error', () => {
      if (endsAt === undefined && this.last === resumed) this.last = undefined;
    });
  }
}
