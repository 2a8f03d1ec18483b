import { Inject, Injectable } from '@nestjs/common';
import { TemplateError, UnavailableError } from '@dundun/domain';
import { CannotOpenError, LOGGER, type Logger } from '@dundun/platform/config';
import type { Outcome } from '@dundun/providers';
import { Attempts, type Started, type Unstarted } from './attempts.repository.js';
import {
  afterAttempt,
  afterHold,
  canceled,
  ended,
  isThrottled,
  limited,
  postponed,
  unrendered,
  withLater,
  withoutAnyRoute,
  withoutRoute,
  type Closed,
  type NextState,
} from './delivery-policy.js';
import { isFreshLease, LEASE_MS } from './lane-claims.repository.js';
import { PAUSED, type ClaimedMessage, type Recipient } from '../message/message.js';
import { GROUP_STOPPED } from '../message/message-groups.repository.js';
import { Outcomes, type Ending } from './outcomes.repository.js';
import { ProviderTraffic } from './provider-traffic.service.js';
import { routeWithout, STOPPED, type Route } from './route.js';
import { Routes } from './routes.service.js';
import { onUnknownOf } from '../message/provider-descriptors.js';
import { RenderedContents } from '../contents/rendered-contents.service.js';
import { storable } from '../message/storable.js';
import { NOT_BEGUN, NOT_MADE, OVERSLEPT, STALLED, UNSIGNED } from './unmade-calls.js';
import { WantedCheck } from './wanted-check.js';

interface Attempted {
  route: Route;
  outcome: Outcome;
}

const RECORD_RETRY_MS = 250;
const RECORD_TRIES = 20;

/** Takes a claimed message through its routes, once. */
@Injectable()
export class HandOver {
  constructor(
    @Inject(Attempts) private readonly attempts: Attempts,
    @Inject(Outcomes) private readonly outcomes: Outcomes,
    @Inject(Routes) private readonly routes: Routes,
    @Inject(ProviderTraffic) private readonly traffic: ProviderTraffic,
    @Inject(RenderedContents) private readonly contents: Pick<RenderedContents, 'of'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param signal aborts the network call when the process must end */
  async deliver(claimed: ClaimedMessage, signal?: AbortSignal): Promise<void> {
    if (claimed.status === 'held') return void (await this.record({ message: claimed, next: afterHold(claimed) }));
    const given = claimed.status === 'sending' ? await this.afterDeadWorker(claimed) : claimed;
    const message = given && (await this.rendered(given));
    if (!message) return;
    const routes = await this.routesFor(message);
    if (routes === 'broken') return void (await this.record({ message, next: withoutRoute(message, BROKEN_ROUTE) }));
    if (routes.length === 0) return void (await this.record({ message, next: withoutAnyRoute(message) }));
    await this.tryEach(message, routes, signal);
  }

  /** Fills in a content that is stored by reference. @returns undefined if that failed, which ends the message */
  private async rendered(message: ClaimedMessage): Promise<ClaimedMessage | undefined> {
    try {
      const content = await this.contents.of(message);
      return content === message.content ? message : { ...message, content };
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      await this.record({ message, next: unrendered(message, `it could not be rendered: ${error.detail}`) });
      return undefined;
    }
  }

  /**
   * Goes on with a message whose first route was called.
   * @param message its content is rendered, and its attempts include that call
   */
  async goOn(
    message: ClaimedMessage,
    routes: [Route, ...Route[]],
    outcome: Outcome,
    signal?: AbortSignal,
  ): Promise<void> {
    const [route, ...others] = routes;
    const isOver = outcome.kind !== 'not_sent' || signal?.aborted === true;
    // The next start leaves out who opted out, or ends the message.
    const left = isOver ? [] : outcome === STOPPED ? routes : others;
    const current = isThrottled(outcome) ? limited(message) : message;
    await this.tryEach(current, left, signal, { route, outcome });
  }

  /** Tries routes in order until one does not definitely fail. Closed routes are skipped. */
  private async tryEach(
    message: ClaimedMessage,
    routes: Route[],
    signal?: AbortSignal,
    earlier?: Attempted,
  ): Promise<void> {
    let current = message;
    const closed: Closed[] = [];
    let last = earlier;
    const left = [...routes];
    for (let step = left.shift(); step; step = left.shift()) {
      const isAhead = mayStartAhead(current, step);
      const { wait, heldBack = [], slot, ...why } = await this.traffic.wait(current, step, isAhead);
      const route = heldBack.length > 0 ? routeWithout(step, heldBack) : step;
      if (wait > 0) {
        closed.push({ ...why, provider: route.provider, wait });
        if (why.isLimited) current = limited(current);
        continue;
      }
      const attempted = await this.attempt(current, route, { last, slot }, signal);
      if (!attempted) return;
      current = attempted.message;
      last = { route, outcome: attempted.outcome };
      if (attempted.outcome.kind !== 'not_sent' || signal?.aborted) break;
      // The next start leaves out who opted out, or ends the message.
      if (attempted.outcome === STOPPED) left.unshift(step);
    }
    if (last) await this.settle(current, last.route, last.outcome);
    else await this.record({ message: current, next: postponed(current, closed) });
  }

  /**
   * Makes one call, and gives its permission back if it is not made after all.
   * @returns undefined if there was nothing to send, or another worker has the message
   */
  private async attempt(
    given: ClaimedMessage,
    route: Route,
    { last, slot = FREE }: { last?: Attempted; slot?: Promise<boolean> },
    signal?: AbortSignal,
  ): Promise<{ message: ClaimedMessage; outcome: Outcome } | undefined> {
    let isMade = false;
    try {
      // The previous outcome was not settled, because there might have been no other route.
      const message = last ? await this.handOn(given, last) : given;
      if (!message) return undefined;
      const started = await this.start(message, route);
      if (started.kind !== 'started') return void (await this.endUnstarted(message, started));
      const recipients = message.recipients.map((recipient) => suppress(recipient, started));
      const attempted = { ...message, recipients, attempts: started.number };
      const hindrance = (await slot) ? await this.hindrance(attempted, started.leasedAt) : STALLED;
      const startedAt = performance.now();
      const outcome = hindrance ?? (await this.send(attempted, route, started.readAt, signal));
      isMade = !NOT_MADE.includes(outcome);
      if (isMade) this.traffic.note(attempted, route, outcome, signal?.aborted ? null : startedAt);
      return { message: isThrottled(outcome) ? limited(attempted) : attempted, outcome };
    } finally {
      if (!isMade) this.traffic.spare(given, route, slot);
    }
  }

  /**
   * Returns the outcome of an attempt whose message this worker may have lost. A process that slept since the mark (SIGSTOP, a
   * suspended machine) has; one that waited for its slot renewed the lease meanwhile.
   */
  async hindrance(message: ClaimedMessage, leasedAt: number): Promise<Outcome | undefined> {
    if (isFreshLease(leasedAt)) return undefined;
    const renewedAt = await this.attempts.leasedAt(message).catch(() => undefined);
    return renewedAt !== undefined && isFreshLease(renewedAt) ? undefined : OVERSLEPT;
  }

  /** Ends a message whose attempt was not begun, unless another worker has it or its group keeps it back. */
  async endUnstarted(message: ClaimedMessage, started: Unstarted): Promise<void> {
    if (started.kind === 'stopped') await this.record({ message, next: canceled(message, GROUP_STOPPED) });
    if (started.kind !== 'suppressed') return;
    const recipients = message.recipients.map((recipient) => suppress(recipient, started));
    const arePaused = started.suppressed.length === started.paused.length;
    await this.record({ message, next: ended(recipients, arePaused ? ALL_PAUSED : SUPPRESSED) });
  }

  /** Ends an attempt and keeps the message for the next route. @returns undefined if the attempt ended the message */
  private async handOn(message: ClaimedMessage, { route, outcome }: Attempted): Promise<ClaimedMessage | undefined> {
    const next = afterAttempt(message, outcome, route.onUnknown, route.captures);
    if (next.status !== 'queued') return void (await this.settle(message, route, outcome));
    const attempt = { number: message.attempts, provider: route.provider, outcome };
    const isOurs = await this.record({ message, next: inHand(next), attempt });
    return isOurs ? { ...message, recipients: next.recipients } : undefined;
  }

  /** Turns unusable settings into an answer: a wrong SECRET_KEY must not make a message return forever. */
  private async routesFor(message: ClaimedMessage): Promise<Route[] | 'broken'> {
    try {
      return await this.routes.of(message);
    } catch (error) {
      if (error instanceof UnavailableError) throw error;
      const ids = { workspace_id: message.workspace_id, message_id: message.id };
      this.logger.error({ err: error, ...ids }, 'an integration cannot be used');
      return 'broken';
    }
  }

  /** Marks the start. If the answer is lost, the mark is taken back. */
  private async start(message: ClaimedMessage, { provider, integrationId }: Route): Promise<Started> {
    try {
      return await this.attempts.start(message, provider, integrationId);
    } catch (error) {
      if (error instanceof UnavailableError) await this.takeBack(message, provider);
      throw error;
    }
  }

  /** Ends an attempt that may have been marked, and of which nothing was sent. */
  async takeBack(message: ClaimedMessage, provider: string): Promise<void> {
    const attempt = { number: message.attempts + 1, provider, outcome: NOT_BEGUN };
    const { recipients } = message;
    const next = { status: 'queued' as const, wait: LEASE_MS, recipients, reason: NOT_BEGUN.detail };
    await this.record({ message, next, attempt });
  }

  private async settle(message: ClaimedMessage, route: Route, outcome: Outcome): Promise<void> {
    const number = message.attempts;
    const next = afterAttempt(message, outcome, route.onUnknown, route.captures);
    const isRecorded = await this.record({ message, next, attempt: { number, provider: route.provider, outcome } });
    const facts = {
      workspace_id: message.workspace_id,
      message_id: message.id,
      request_id: message.request_id,
      provider: route.provider,
      attempt: number,
    };
    const ending = { ...facts, outcome: outcome.kind, status: next.status, wait_ms: next.wait, detail: next.reason };
    if (isRecorded) this.logger.info(ending, 'attempt ended');
    else this.logger.warn(ending, 'an attempt ended after its lease; another worker has the message');
  }

  private async send(message: ClaimedMessage, route: Route, readAt: number, signal?: AbortSignal): Promise<Outcome> {
    const open = message.recipients.filter(({ status }) => status === 'queued').map(({ address }) => address);
    const [now, later] = [open.slice(0, route.maxRecipients), open.slice(route.maxRecipients)];
    const check = new WantedCheck(() => this.attempts.isStopped(message), readAt);
    try {
      const outcome = await route.send(message, now, signal, () => check.isWanted());
      if (check.fault) throw check.fault;
      return check.isStopped ? STOPPED : withLater(storable(outcome), now, later);
    } catch (error) {
      const ids = { workspace_id: message.workspace_id, message_id: message.id, provider: route.provider };
      // Adapters use neither the database nor keys: these errors come from lookups before the call.
      if (error instanceof UnavailableError) return NOT_BEGUN;
      if (error instanceof CannotOpenError) {
        this.logger.error(
          { err: error, ...ids },
          'an email could not be signed: its keys were sealed under another SECRET_KEY',
        );
        return UNSIGNED;
      }
      this.logger.error({ err: error, ...ids }, 'a provider adapter threw, which it must not');
      return { kind: 'unknown', detail: `the provider's adapter failed: ${(error as Error).message}` };
    }
  }

  /**
   * Settles the attempt of a worker that died during the call. The answer is unknown, so the provider's policy decides.
   * @returns the message if it is to be tried again, under the current claim
   */
  private async afterDeadWorker(message: ClaimedMessage): Promise<ClaimedMessage | undefined> {
    const open = await this.attempts.last(message);
    if (!open || open.outcome !== null) return { ...message, status: 'queued' };
    const outcome: Outcome = { kind: 'unknown', detail: 'the worker ended before the provider answered' };
    const next = afterAttempt(message, outcome, onUnknownOf(message.channel, open.provider), false);
    const again = next.status === 'queued';
    const attempt = { number: open.number, provider: open.provider, outcome };
    await this.record({ message, next: again ? inHand(next) : next, attempt });
    return again ? { ...message, status: 'queued', attempts: open.number, recipients: next.recipients } : undefined;
  }

  /** Records an ending, and retries while the database is away: only this process knows the outcome. */
  async record(ending: Ending): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.outcomes.record(ending);
      } catch (error) {
        if (!(error instanceof UnavailableError) && tries >= RECORD_TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, RECORD_RETRY_MS));
      }
    }
  }
}

const BROKEN_ROUTE = 'its integration cannot be used at the moment';
const SUPPRESSED = 'every recipient is suppressed';
const ALL_PAUSED = 'every recipient has paused marketing';
const FREE = Promise.resolve(true);

/**
 * Bulk mail that is next in line is marked before its slot is free, so that one statement marks many. Only where a mark without
 * an outcome, which a killed worker leaves, means another try.
 */
const mayStartAhead = ({ lane }: ClaimedMessage, { onUnknown, captures }: Route) =>
  lane === 'bulk' && onUnknown === 'retry' && !captures;

/** A message that stays with this worker, which tries it again at once. */
const inHand = (next: NextState): NextState => ({ ...next, status: 'sending', wait: LEASE_MS });

/** The addresses that must not be written to, and those of them that are only paused. */
type Blocked = Record<'suppressed' | 'paused', string[]>;

const suppress = (recipient: Recipient, { suppressed, paused }: Blocked): Recipient =>
  recipient.status === 'queued' && suppressed.includes(recipient.address)
    ? { ...recipient, status: 'suppressed', detail: paused.includes(recipient.address) ? PAUSED : 'suppressed' }
    : recipient;
