import { type Deadline, startDeadline } from '../../adapter/deadline.js';
import type { ProviderOptions } from '../../adapter/descriptor.js';
import { SmtpSession } from './smtp-session.js';
import { OauthTokens } from './oauth-tokens.js';
import { oauthOf, type SmtpSettings } from './smtp-settings.js';

const MAX_CONNECTIONS = 10;
const MAX_MESSAGES = 100;
/** Below the five minutes that RFC 5321 asks of servers, and below the shorter limits seen in practice. */
const IDLE_MS = 30_000;
const RESET_MS = 2_000;

/**
 * Keeps connections to one server open between messages, with a maximum number of connections and of messages per
 * connection.
 */
export class SmtpPool {
  private readonly maxConnections: number;
  private readonly maxMessages: number;
  private readonly idleMs: number;
  private readonly tokens: OauthTokens | null;
  private readonly sessions = new Set<SmtpSession>();
  private readonly idle = new Map<SmtpSession, NodeJS.Timeout>();
  private readonly waiting = new Set<() => void>();
  private busy = 0;
  private closed = false;
  private onQuiet: () => void = () => undefined;

  constructor(
    private readonly settings: SmtpSettings,
    private readonly options: ProviderOptions,
    private readonly timeoutMs: number,
  ) {
    this.maxConnections = options.maxConnections ?? MAX_CONNECTIONS;
    this.maxMessages = options.maxMessages ?? MAX_MESSAGES;
    this.idleMs = options.idleMs ?? IDLE_MS;
    const oauth = oauthOf(settings);
    this.tokens = oauth && new OauthTokens(oauth, { ...options, timeoutMs });
  }

  /**
   * Takes a connection for one message, to be returned with `give`; rejects if none can be opened. `fresh` skips pooled
   * connections.
   */
  async take(deadline: Deadline, { fresh = false } = {}): Promise<SmtpSession> {
    await this.turn(deadline);
    try {
      return (fresh ? undefined : this.lastIdle()) ?? (await this.open(deadline));
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  /** Returns a connection. After a failed message (`clean: false`) it is reset first, outside the caller's time. */
  give(session: SmtpSession, { clean }: { clean: boolean }): void {
    if (clean || !session.alive) return this.keep(session);
    const deadline = startDeadline(RESET_MS);
    void session.reset(deadline).then(() => {
      deadline.clear();
      this.keep(session);
    });
  }

  /** Connects, logs in and quits; rejects with the reason for a failure. */
  async check(deadline: Deadline): Promise<void> {
    (await this.open(deadline)).end();
  }

  /** Refuses new messages, waits for running ones and closes every connection. */
  async close(): Promise<void> {
    this.closed = true;
    for (const wake of this.waiting) wake();
    for (const session of this.idle.keys()) this.retire(session);
    if (this.busy > 0 || this.sessions.size > 0) await new Promise<void>((resolve) => (this.onQuiet = resolve));
    await this.tokens?.close();
  }

  private async open(deadline: Deadline): Promise<SmtpSession> {
    const options = { ...this.options, idleMs: this.idleMs };
    const session = await SmtpSession.open(this.settings, options, deadline, {
      timeoutMs: this.timeoutMs,
      tokens: this.tokens,
    });
    this.sessions.add(session);
    session.onEnd = () => {
      this.forget(session);
      this.sessions.delete(session);
      this.checkQuiet();
    };
    return session;
  }

  private keep(session: SmtpSession): void {
    if (this.closed || session.sent >= this.maxMessages) this.retire(session);
    else if (session.alive) this.idle.set(session, setTimeout(() => this.retire(session), this.idleMs).unref());
    this.leave();
  }

  /** Takes the connection used last, so that the others can age and close. */
  private lastIdle(): SmtpSession | undefined {
    const session = [...this.idle.keys()].at(-1);
    if (session) this.forget(session);
    return session;
  }

  private forget(session: SmtpSession): void {
    clearTimeout(this.idle.get(session));
    this.idle.delete(session);
  }

  private retire(session: SmtpSession): void {
    this.forget(session);
    session.end();
  }

  /** Waits for a connection slot, first come, first served; each slot allows one connection. */
  private async turn(deadline: Deadline): Promise<void> {
    if (!this.closed && this.busy < this.maxConnections) {
      this.busy += 1;
      return;
    }
    const given = !this.closed && (await this.queue(deadline.signal));
    if (given) return;
    throw deadline.error() ?? Object.assign(new Error('The provider is being closed'), { code: 'ECLOSED' });
  }

  /** Resolves to true when a slot is handed over, to false when the wait ends without one. */
  private queue(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const wake = () => {
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve(!signal.aborted && !this.closed);
      };
      if (signal.aborted) return resolve(false);
      this.waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }

  /** Hands the slot to the longest-waiting caller, or frees it. */
  private leave(): void {
    const [next] = this.waiting;
    if (next && !this.closed) return next();
    this.busy -= 1;
    this.checkQuiet();
  }

  private checkQuiet(): void {
    if (this.closed && this.busy === 0 && this.sessions.size === 0) this.onQuiet();
  }
}
