import { abortedBy, type Deadline, startDeadline, timedOut } from '../../adapter/deadline.js';
import type { ProviderOptions } from '../../adapter/descriptor.js';
import { AbortWatch } from './abort-watch.js';
import { Alarm } from './alarm.js';
import { LearnedLimits } from './learned-limits.js';
import { MailQueue } from './mail-queue.js';
import { OauthTokens } from './oauth-tokens.js';
import type { QueuedMail, SmtpResult } from './queued-mail.js';
import { SmtpError, type SmtpFailure } from './smtp-error.js';
import { openWire } from './smtp-opening.js';
import { type SessionHost, SmtpSession } from './smtp-session.js';
import { oauthOf, type SmtpSettings } from './smtp-settings.js';
import { TlsTickets } from './tls-tickets.js';

const MAX_CONNECTIONS = 10;
const MAX_MESSAGES = 1_000;
/** Below the five minutes that RFC 5321 asks of servers, and below the shorter limits seen in practice. */
const IDLE_MS = 30_000;
/** After this time a connection is replaced, so that changes of an address or a certificate take effect. */
const AGE_MS = 300_000;
/** So many connections are used as soon as there are mails for them. */
const FEW = 4;
/**
 * A mail waits this long for one of the connections in use before it gets a further one, and their number grows in steps of this
 * length. With few, the envelope of a mail travels with the content before it, which saves a write and a read of each.
 */
const GROW_MS = 10;
/** One of so many connections is reserved for urgent mails. */
const PER_RESERVED = 10;
/** A mail that waited this long is asked about before it is offered to a server. */
const CHECK_MS = 250;

const CLOSED = new SmtpError('ECLOSED', 'The provider is being closed');
/** How many mails at the head of the queue are asked about ahead of their turn. */
const CHECKED_AHEAD = 20;

/**
 * Carries mails to one server, over connections that stay open between them. Urgent mails wait only if all connections are in use,
 * and before all others. The number of connections grows while other mails wait.
 */
export class SmtpPool implements SessionHost {
  private readonly maxConnections: number;
  /** While fewer are in use, a mail that is not urgent may take a further one. */
  private readonly unreserved: number;
  private readonly limits: LearnedLimits;
  private readonly tokens: OauthTokens | null;
  private readonly tickets = new TlsTickets();
  private readonly aborts = new AbortWatch((mail) => this.abort(mail));
  private readonly sessions = new Set<SmtpSession>();
  /** The connection used last is at the end and taken first, so that the others can age and close. */
  private readonly idle: { session: SmtpSession; since: number }[] = [];
  private readonly queue = new MailQueue();
  /** Connections for mails, open or being opened; without those that say goodbye. */
  private live = 0;
  private grownAt = -Infinity;
  private opening = 0;
  private closed = false;
  private draining = false;
  /** Called once nothing waits and no connection is left. */
  private readonly onQuiet: (() => void)[] = [];
  private readonly alarm = new Alarm(() => this.tick());

  constructor(
    private readonly settings: SmtpSettings,
    private readonly options: ProviderOptions,
    private readonly timeoutMs: number,
  ) {
    this.maxConnections = options.maxConnections ?? MAX_CONNECTIONS;
    this.unreserved = this.maxConnections - Math.floor(this.maxConnections / PER_RESERVED);
    this.limits = new LearnedLimits(options.maxMessages ?? MAX_MESSAGES, options.idleMs ?? IDLE_MS);
    const oauth = oauthOf(settings);
    this.tokens = oauth && new OauthTokens(oauth, { ...options, timeoutMs });
  }

  private get inUse(): number {
    return this.live - this.idle.length;
  }

  /** Carries a mail as soon as a connection is free. Never rejects. */
  send(mail: QueuedMail): Promise<SmtpResult> {
    return new Promise((resolve) => this.carry(mail, resolve));
  }

  /** Like `send`, with a callback. */
  carry(mail: QueuedMail, onResult: (result: SmtpResult) => void): void {
    // A caller that begins its next mail at once must not do so in the middle of a session's step.
    const report = (result: SmtpResult) => queueMicrotask(() => onResult(result));
    if (this.closed) return report({ kind: 'unconnected', failure: CLOSED });
    if (mail.signal?.aborted) return report({ kind: 'unconnected', failure: abortedBy(mail.signal) });
    mail.onSettled = (result) => {
      this.aborts.forget(mail);
      report(result);
    };
    this.aborts.watch(mail);
    this.queue.push(mail);
    this.advance();
  }

  /** Connects, logs in and quits; rejects with the reason for a failure. */
  async check(deadline: Deadline): Promise<void> {
    (await this.connect(deadline)).end();
  }

  /** Carries what waits and what still comes, and keeps no connection after that. Resolves once nothing is left. */
  async drain(): Promise<void> {
    this.draining = true;
    for (const { session } of this.idle.splice(0)) this.retire(session);
    await this.quiet();
  }

  /** Refuses new and waiting mails, waits for running ones and closes every connection. */
  async close(): Promise<void> {
    this.closed = true;
    for (const mail of this.queue.takeAll()) mail.settle({ kind: 'unconnected', failure: CLOSED });
    for (const { session } of this.idle.splice(0)) this.retire(session);
    for (const session of this.sessions) session.shed(CLOSED);
    this.alarm.clear();
    await this.quiet();
    await this.tokens?.close();
  }

  next(session: SmtpSession): QueuedMail | undefined {
    const { first } = this.queue;
    if (!first || first.lostAt > session.openedAt || !this.mayGoOn(session)) return undefined;
    // Urgent mails have used reserved connections, which are given back.
    if (!first.isUrgent && this.inUse > this.unreserved) return undefined;
    const mail = this.queue.shift();
    this.checkAhead();
    return mail;
  }

  onIdle(session: SmtpSession): void {
    if (this.closed || this.draining || !this.mayGoOn(session)) this.retire(session);
    else {
      const since = performance.now();
      this.idle.push({ session, since });
      this.alarm.set(since + this.limits.silence);
    }
    this.advance();
  }

  onDrop({ sent, silence }: SmtpSession): void {
    this.limits.noteDrop({ mails: sent - 1, silence });
  }

  onUnheard(mail: QueuedMail): void {
    mail.lostAt = performance.now();
    mail.carrier = undefined;
    if (this.closed) return mail.settle({ kind: 'unconnected', failure: CLOSED });
    this.queue.putBack(mail);
    this.advance();
  }

  onUnfit(extension: 'pipelining' | 'chunking'): void {
    this.limits.noteUnfit(extension);
  }

  onEnd(session: SmtpSession): void {
    const at = this.idle.findIndex((each) => each.session === session);
    if (at >= 0) this.idle.splice(at, 1);
    this.sessions.delete(session);
    if (!session.isLeaving) this.live -= 1;
    // What was in flight on it comes back first.
    queueMicrotask(() => {
      this.advance();
      this.checkQuiet();
    });
  }

  timedOut(): Error {
    return timedOut(this.timeoutMs);
  }

  /** Gives waiting mails to idle connections, and opens new ones. */
  private advance(): void {
    for (let mail = this.queue.first; mail && !this.closed; mail = this.queue.first) {
      if (!mail.isUrgent && (this.inUse >= this.unreserved || this.isPatient(mail))) break;
      const free = this.takeIdle(mail);
      if (!free && !this.mayOpen(mail)) break;
      this.queue.shift();
      if (free) free.begin(mail);
      else void this.open(mail);
    }
    this.alarm.set(this.queue.endsAt);
  }

  /** Whether this mail waits for a connection in use to take it, although it may have another. */
  private isPatient({ lostAt, queuedAt }: QueuedMail): boolean {
    if (lostAt >= 0 || this.inUse < FEW) return false;
    const until = Math.max(queuedAt, this.grownAt) + GROW_MS;
    if (until <= performance.now()) return false;
    this.alarm.set(until);
    return true;
  }

  private takeIdle({ lostAt, isUrgent }: QueuedMail): SmtpSession | undefined {
    const last = this.idle.at(-1)?.session;
    if (!last || last.openedAt < lostAt) return undefined;
    if (!isUrgent && this.inUse >= FEW) this.grownAt = performance.now();
    this.idle.pop();
    return last;
  }

  /** Whether this mail may have a new connection now. A fast server needs few, so the number grows in steps. */
  private mayOpen({ lostAt, isUrgent }: QueuedMail): boolean {
    if (this.live >= this.maxConnections) {
      // None that is idle may carry the mail.
      const oldest = this.idle.shift();
      if (!oldest) return false;
      this.retire(oldest.session);
    }
    if (isUrgent) return true;
    const now = performance.now();
    if (this.live > 0 && lostAt < 0 && now - this.grownAt < GROW_MS) {
      this.alarm.set(this.grownAt + GROW_MS);
      return false;
    }
    this.grownAt = now;
    return true;
  }

  private async open(mail: QueuedMail): Promise<void> {
    this.live += 1;
    const elapsed = this.timeoutMs - (mail.endsAt - performance.now());
    const deadline = startDeadline(this.timeoutMs, mail.signal, elapsed);
    try {
      const session = await this.connect(deadline);
      session.begin(mail);
    } catch (error) {
      this.live -= 1;
      mail.settle({ kind: 'unconnected', failure: error as SmtpFailure });
      this.advance();
    } finally {
      deadline.clear();
      this.checkQuiet();
    }
  }

  private async connect(deadline: Deadline): Promise<SmtpSession> {
    const { settings, options, tokens, tickets, limits } = this;
    this.opening += 1;
    try {
      const { wire, offers } = await openWire({ settings, options, tokens, tickets }, deadline);
      wire.checkStep();
      const pipelining = offers.pipelining && limits.understands('pipelining');
      const chunking = offers.chunking && limits.understands('chunking');
      const session = new SmtpSession({ wire, offers: { ...offers, pipelining, chunking } }, this);
      this.sessions.add(session);
      return session;
    } finally {
      this.opening -= 1;
    }
  }

  private mayGoOn(session: SmtpSession): boolean {
    return session.sent < this.limits.mails && performance.now() - session.openedAt < AGE_MS;
  }

  private retire(session: SmtpSession): void {
    this.live -= 1;
    session.end();
  }

  /** Asks about mails that have waited: who opted out since needs no connection. */
  private checkAhead(): void {
    const now = performance.now();
    for (const mail of this.queue.patient(CHECKED_AHEAD)) {
      if (now - mail.checkedAt < CHECK_MS) return;
      mail.checkedAt = now;
      const answer = mail.isWanted?.() ?? true;
      if (answer === true) continue;
      void Promise.resolve(answer).then((isWanted) => {
        if (!isWanted && this.queue.withdraw(mail)) mail.settle({ kind: 'stopped' });
      });
    }
  }

  private abort(mail: QueuedMail): void {
    const failure = abortedBy(mail.signal);
    if (this.queue.withdraw(mail)) mail.settle({ kind: 'unconnected', failure });
    else mail.carrier?.abandon(mail, failure);
  }

  private tick(): void {
    const now = performance.now();
    for (const mail of this.queue.takeEnded(now)) mail.settle({ kind: 'unconnected', failure: this.timedOut() });
    const { silence } = this.limits;
    while (this.idle[0] && this.idle[0].since + silence <= now) {
      const oldest = this.idle.shift();
      if (oldest) this.retire(oldest.session);
    }
    if (this.idle[0]) this.alarm.set(this.idle[0].since + silence);
    this.advance();
  }

  private async quiet(): Promise<void> {
    const isOver = new Promise<void>((resolve) => this.onQuiet.push(resolve));
    this.checkQuiet();
    await isOver;
  }

  private checkQuiet(): void {
    const isQuiet = !this.queue.first && this.opening === 0 && this.sessions.size === 0;
    if (!isQuiet || !(this.closed || this.draining)) return;
    this.alarm.clear();
    for (const tell of this.onQuiet.splice(0)) tell();
  }
}
