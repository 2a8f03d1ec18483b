import type { Database } from '@dundun/platform/database';
import type { Outcome } from '@dundun/providers';
import { LRUCache } from 'lru-cache';
import { CallPlaces } from './call-places.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { isThrottled, type Closed } from './delivery-policy.js';
import type { ClaimedMessage } from '../message/message.js';
import { ProviderRates } from './provider-rates.repository.js';

type Caller = Pick<ClaimedMessage, 'workspace_id' | 'lane'>;
/** What is called; without an integration it is the service's own server. */
interface Account {
  integrationId: string | null;
  rateLimit: number | null;
}
type Wait = Pick<Closed, 'wait' | 'isLimited'>;

/** Accounts come and go for as long as a worker lives. */
const MOST_ACCOUNTS = 10_000;
/** For a provider that hangs, as long as one that fails has a rest at first. */
const HANGING_MS = 5_000;
/** What an SMTP server says of one recipient or mailbox for now, such as greylisting: it answers, so it works. */
const OF_ONE_RECIPIENT = /^(4\.\d{1,3}\.\d{1,3}|45\d)$/;

/** At the service's own server each workspace is an account: what the server has against one is not the others' matter. */
const accountOf = ({ workspace_id }: Caller, { integrationId }: Account): string =>
  integrationId ?? String(workspace_id);
const isAboutProvider = (outcome: Outcome): boolean =>
  outcome.kind === 'unknown' ||
  (outcome.kind === 'not_sent' && !(outcome.fault === 'passing' && OF_ONE_RECIPIENT.test(outcome.code ?? '')));

/** Who may call which account when: by its rate limit, by how its last calls fared, and by how many are under way. */
export class ProviderTraffic {
  private readonly breakers = new LRUCache<string, CircuitBreaker>({ max: MOST_ACCOUNTS });
  private readonly rates: ProviderRates;
  private readonly places: CallPlaces;

  /** @param places calls of a lane to one account at once */
  constructor(database: Database, places: number) {
    this.rates = new ProviderRates(database);
    this.places = new CallPlaces(places);
  }

  /** Milliseconds until a call may be made, which is then counted; 0 is now. */
  async wait(caller: Caller, account: Account): Promise<Wait> {
    const place = placeOf(caller, account);
    if (!(await this.places.take(place))) return { wait: HANGING_MS, isLimited: false };
    let isCounted = false;
    try {
      const answer = await this.turn(caller, account);
      isCounted = answer.wait === 0;
      return answer;
    } finally {
      if (!isCounted) this.places.give(place);
    }
  }

  /** A call that was counted and then not made. */
  spare(caller: Caller, account: Account): void {
    this.places.give(placeOf(caller, account));
    this.breakerOf(caller, account).spared();
  }

  /** What the outcome of a call says about the account. */
  note(caller: Caller, account: Account, outcome: Outcome): void {
    this.places.give(placeOf(caller, account));
    const breaker = this.breakerOf(caller, account);
    if (isThrottled(outcome)) breaker.throttled(outcome.retryAfterMs);
    else if (!isAboutProvider(outcome)) breaker.succeeded();
    else if (outcome.kind === 'not_sent' && outcome.retryAfterMs) breaker.rest(outcome.retryAfterMs);
    else breaker.failed(outcome.kind === 'not_sent' && outcome.fault === 'provider');
  }

  /** With other settings an account begins anew. */
  forget(integrationId: string): void {
    this.breakers.delete(integrationId);
  }

  private async turn(caller: Caller, account: Account): Promise<Wait> {
    const { integrationId, rateLimit } = account;
    const breaker = this.breakerOf(caller, account);
    const open = breaker.wait();
    if (open > 0 || integrationId === null || rateLimit === null)
      return { wait: open, isLimited: open > 0 && breaker.isThrottled };
    let dry = Infinity;
    try {
      dry = await this.rates.take(caller.workspace_id, integrationId, rateLimit, caller.lane);
    } finally {
      if (dry > 0) breaker.spared();
    }
    return { wait: dry, isLimited: true };
  }

  private breakerOf(caller: Caller, account: Account): CircuitBreaker {
    const id = accountOf(caller, account);
    let breaker = this.breakers.get(id);
    if (!breaker) this.breakers.set(id, (breaker = new CircuitBreaker()));
    return breaker;
  }
}

const placeOf = (caller: Caller, account: Account): string => `${accountOf(caller, account)} ${caller.lane}`;
