import { Inject, Injectable } from '@nestjs/common';
import { domainOfEmail } from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import type { Outcome } from '@dundun/providers';
import { LRUCache } from 'lru-cache';
import { ConcurrencySlots } from './concurrency-slots.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { isShutDown, isThrottled, type Closed } from './delivery-policy.js';
import { MailboxTraffic, type MailCall, type MailPermission } from './mailbox-traffic.service.js';
import { ProviderHealth } from './provider-health.service.js';
import { ProviderRates } from './provider-rates.repository.js';
import type { Route } from './route.js';
import { WarmUpTraffic, type WarmUpCall } from './warm-up-traffic.service.js';

type CallOrigin = MailCall & WarmUpCall;
/** The called account; without an integration it is the service's own server. */
type Account = Pick<Route, 'provider' | 'integrationId' | 'rateLimit' | 'health' | 'captures'>;
type Wait = Pick<Closed, 'wait' | 'isLimited'>;
/** The answer to a caller. Its slot may still be to come; false means that the bulkhead has stalled meanwhile. */
interface Turn extends Wait {
  slot?: Promise<boolean>;
}

/** Bounds the accounts that a long-lived worker remembers. */
const MOST_ACCOUNTS = 10_000;
/** The wait for a provider that hangs; it equals the first pause of a circuit breaker. */
const HANGING_MS = 5_000;
/** When this many mailbox providers in a row ask for less mail and none takes any, the account is the cause. */
const MOST_DEFERRING = 5;

/** At the service's own server each workspace counts as an account: a rejected sender of one must not affect the others. */
const accountOf = (
  { workspace_id }: Pick<CallOrigin, 'workspace_id'>,
  { integrationId }: Pick<Account, 'integrationId'>,
) => integrationId ?? String(workspace_id);
const isAboutProvider = (outcome: Outcome): boolean =>
  outcome.kind === 'unknown' || (outcome.kind === 'not_sent' && outcome.recipientOnly !== true);

/**
 * Decides when an account may be called: by its rate limit, by the outcomes of its last calls, and by its calls in
 * flight.
 */
@Injectable()
export class ProviderTraffic {
  private readonly breakers = new LRUCache<string, CircuitBreaker>({ max: MOST_ACCOUNTS });
  /** The domains that asked for less mail since the account last handed one over. */
  private readonly deferring = new LRUCache<string, Set<string>>({ max: MOST_ACCOUNTS });
  private readonly rates: ProviderRates;
  private readonly slots: ConcurrencySlots;

  constructor(
    @Inject(CONFIG) config: Pick<Config, 'WORKER_CONCURRENCY'>,
    @Inject(Database) database: Database,
    @Inject(ProviderHealth) private readonly health: ProviderHealth,
    @Inject(MailboxTraffic) private readonly mailboxes: MailboxTraffic,
    @Inject(WarmUpTraffic) private readonly warmUps: WarmUpTraffic,
  ) {
    this.rates = new ProviderRates(database);
    this.slots = new ConcurrencySlots(config.WORKER_CONCURRENCY);
  }

  /**
   * Returns the milliseconds until a call may be made. 0 means now, and counts the call: end it with `note` or `spare`.
   * @param isPrepared the caller has work to do before the call; it may then get its answer before its slot
   */
  async wait(origin: CallOrigin, account: Account, isPrepared = false): Promise<MailPermission & Turn> {
    const tomorrow = await this.warmUps.wait(origin, account);
    if (tomorrow) return tomorrow;
    let answer: (MailPermission & Turn) | undefined;
    try {
      const shaped = await this.mailboxes.wait(origin, account);
      answer = shaped.wait > 0 ? shaped : { ...shaped, ...(await this.permission(origin, account, isPrepared)) };
      return answer;
    } finally {
      if (answer?.wait !== 0) this.spareMail(origin);
    }
  }

  /**
   * Whether calls like this one are bounded by nothing but the slots of the account, so that many may be started at once. Nothing
   * is counted: take a slot for each call with `enter`.
   */
  async isFree(origin: CallOrigin, account: Account): Promise<boolean> {
    if (account.integrationId !== null && account.rateLimit !== null) return false;
    if (!this.breakerOf(origin, account).isClosed || !this.slots.mayPrepare(bulkheadOf(origin, account))) return false;
    return (await this.warmUps.isFree(origin, account)) && (await this.mailboxes.isFree(origin));
  }

  /** Takes a slot for a call of a free account. If it is given, end the call with `note` or `leave`. */
  enter(origin: CallOrigin, account: Account, onTurn: (isGiven: boolean) => void): void {
    this.slots.enter(bulkheadOf(origin, account), onTurn);
  }

  /** Gives back the slot of a call that was not made. */
  leave(origin: CallOrigin, account: Account): void {
    this.slots.release(bulkheadOf(origin, account));
  }

  private spareMail(origin: CallOrigin): void {
    this.warmUps.spare(origin);
    this.mailboxes.spare(origin);
  }

  private async permission(origin: CallOrigin, account: Account, isPrepared: boolean): Promise<Turn> {
    const bulkhead = bulkheadOf(origin, account);
    const isAhead = isPrepared && this.slots.mayPrepare(bulkhead);
    const slot = this.slots.acquire(bulkhead);
    if (!isAhead && !(await slot)) return { wait: HANGING_MS, isLimited: false };
    let isCounted = false;
    try {
      const answer = await this.turn(origin, account);
      isCounted = answer.wait === 0;
      return isCounted ? { ...answer, slot } : answer;
    } finally {
      if (!isCounted) this.giveBack(bulkhead, slot);
    }
  }

  /** Gives back a counted call that was not made. */
  spare(origin: CallOrigin, account: Account, slot?: Promise<boolean>): void {
    this.spareMail(origin);
    this.giveBack(bulkheadOf(origin, account), slot);
    this.breakerOf(origin, account).spared();
  }

  /**
   * Ends a counted call and learns from its outcome.
   * @param startedAt its start by performance.now(); null for a call that this process aborted
   */
  note(origin: CallOrigin, account: Account, outcome: Outcome, startedAt: number | null): void {
    this.slots.release(bulkheadOf(origin, account));
    const breaker = this.breakerOf(origin, account);
    this.warmUps.end(origin, outcome);
    const throttled = this.mailboxes.end(origin, account, outcome);
    if (isShutDown(outcome)) return breaker.spared();
    if (this.isCauseOf(accountOf(origin, account), outcome, throttled)) breaker.failed();
    else if (isThrottled(outcome)) breaker.throttled(outcome.retryAfterMs);
    else if (!isAboutProvider(outcome)) breaker.succeeded();
    else if (outcome.kind === 'not_sent' && outcome.retryAfterMs) breaker.rest(outcome.retryAfterMs);
    else breaker.failed(outcome.kind === 'not_sent' && outcome.fault === 'provider');
    if (startedAt !== null) this.health.note(origin.workspace_id, account, outcome, startedAt);
  }

  /** Closes the circuit of an account whose settings changed. */
  forget(integrationId: string): void {
    this.breakers.delete(integrationId);
  }

  /** Whether so many mailbox providers ask for less mail that the account, not each of them, is the cause. */
  private isCauseOf(account: string, outcome: Outcome, throttled: string[]): boolean {
    if (outcome.kind === 'accepted') this.deferring.delete(account);
    if (outcome.kind !== 'not_sent' || throttled.length === 0) return false;
    const all = this.deferring.get(account) ?? new Set<string>();
    for (const address of throttled) if (all.size < MOST_DEFERRING) all.add(domainOfEmail(address) ?? address);
    this.deferring.set(account, all);
    return all.size >= MOST_DEFERRING;
  }

  private giveBack(bulkhead: string, slot: Promise<boolean> = Promise.resolve(true)): void {
    void slot.then((isGiven) => isGiven && this.slots.release(bulkhead));
  }

  private async turn(origin: CallOrigin, account: Account): Promise<Wait> {
    const { integrationId, rateLimit } = account;
    const breaker = this.breakerOf(origin, account);
    const open = breaker.wait();
    if (open > 0 || integrationId === null || rateLimit === null)
      return { wait: open, isLimited: open > 0 && breaker.isThrottled };
    let dry = Infinity;
    try {
      dry = await this.rates.take(origin.workspace_id, integrationId, rateLimit, origin.lane);
    } finally {
      if (dry > 0) breaker.spared();
    }
    return { wait: dry, isLimited: true };
  }

  private breakerOf(origin: CallOrigin, account: Account): CircuitBreaker {
    const id = accountOf(origin, account);
    let breaker = this.breakers.get(id);
    if (!breaker) this.breakers.set(id, (breaker = new CircuitBreaker()));
    return breaker;
  }
}

const bulkheadOf = (origin: CallOrigin, account: Account): string => `${accountOf(origin, account)} ${origin.lane}`;
