import { Inject, Injectable } from '@nestjs/common';
import { UnavailableError } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { LOGGER, type Logger } from '@dundun/platform/config';
import type { Outcome } from '@dundun/providers';
import { Attempts, type Started } from './attempts.js';
import { afterAttempt, afterHold, ended, withoutRoute } from './delivery-policy.js';
import { LEASE_MS } from './lane-claims.js';
import type { ClaimedMessage, Recipient } from './message.js';
import { Outcomes, type Ending } from './outcomes.js';
import { Providers, type Route } from './providers.js';
import { storable } from './storable.js';

const RECORD_RETRY_MS = 250;
const RECORD_TRIES = 20;

/** What a claimed message goes through, once. */
@Injectable()
export class Delivery {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Attempts) private readonly attempts: Attempts,
    @Inject(Outcomes) private readonly outcomes: Outcomes,
    @Inject(Providers) private readonly providers: Providers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param signal cuts the network call short when the process must end */
  async deliver(claimed: ClaimedMessage, signal?: AbortSignal): Promise<void> {
    if (claimed.status === 'held') return void (await this.record({ message: claimed, next: afterHold(claimed) }));
    const message = claimed.status === 'sending' ? await this.afterDeadWorker(claimed) : claimed;
    if (!message) return;
    const route = await this.routeFor(message);
    if (route === 'broken') return void (await this.record({ message, next: withoutRoute(message, BROKEN_ROUTE) }));
    if (!route)
      return void (await this.record({ message, next: ended(failed(message.recipients, NO_ROUTE), NO_ROUTE) }));
    const started = await this.start(message, route);
    if (started.kind === 'lost') return;
    const recipients = message.recipients.map((recipient) => suppress(recipient, started.suppressed));
    if (started.kind === 'suppressed')
      return void (await this.record({ message, next: ended(recipients, SUPPRESSED) }));
    // Whoever slept since the mark (SIGSTOP, a suspended machine) may have lost the message to another worker.
    const isOurs = performance.now() - started.leasedAt < LEASE_MS / 2;
    const attempted = { ...message, recipients, attempts: started.number };
    await this.settle(attempted, route, isOurs ? await this.send(attempted, route, signal) : OVERSLEPT);
  }

  /** A wrong SECRET_KEY or settings of another release must not make a message come round for ever. */
  private async routeFor(message: ClaimedMessage): Promise<Route | 'broken' | undefined> {
    try {
      return await this.providers.routeFor(message);
    } catch (error) {
      if (error instanceof UnavailableError) throw error;
      const ids = { workspace_id: message.workspace_id, message_id: message.id };
      this.logger.error({ err: error, ...ids }, 'an integration cannot be used');
      return 'broken';
    }
  }

  /** A mark that was committed though its answer was lost is taken back: nothing was sent, so nobody has to guess later. */
  private async start(message: ClaimedMessage, { provider, integrationId }: Route): Promise<Started> {
    try {
      return await this.attempts.start(message, provider, integrationId);
    } catch (error) {
      const attempt = { number: message.attempts + 1, provider, outcome: NOT_BEGUN };
      const { recipients } = message;
      const next = { status: 'queued' as const, wait: LEASE_MS, recipients, reason: NOT_BEGUN.detail };
      if (error instanceof UnavailableError) await this.record({ message, next, attempt });
      throw error;
    }
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
    else this.logger.warn(ending, 'an attempt ended after its lease: another worker has the message');
  }

  private async send(message: ClaimedMessage, route: Route, signal?: AbortSignal): Promise<Outcome> {
    const open = message.recipients.filter(({ status }) => status === 'queued').map(({ address }) => address);
    try {
      return storable(await route.send(message, open, signal));
    } catch (error) {
      this.logger.error(
        { err: error, workspace_id: message.workspace_id, message_id: message.id, provider: route.provider },
        'a provider broke its promise not to throw',
      );
      return { kind: 'unknown', detail: `the provider's adapter failed: ${(error as Error).message}` };
    }
  }

  /**
   * Its worker ended in mid-call: nobody knows the answer, so the provider's policy decides.
   * @returns the message when it is to be tried again, under the claim that we hold
   */
  private async afterDeadWorker(message: ClaimedMessage): Promise<ClaimedMessage | undefined> {
    const [open] = await this.database.query<OpenAttempt>(LAST_ATTEMPT, [message.workspace_id, message.id]);
    if (!open || open.outcome !== null) return { ...message, status: 'queued' };
    const outcome: Outcome = { kind: 'unknown', detail: 'the worker ended before the provider answered' };
    const next = afterAttempt(message, outcome, this.providers.onUnknown(message.channel, open.provider), false);
    const again = next.status === 'queued';
    const attempt = { number: open.number, provider: open.provider, outcome };
    await this.record({ message, next: again ? { ...next, wait: LEASE_MS } : next, attempt });
    return again ? { ...message, status: 'queued', recipients: next.recipients } : undefined;
  }

  /** The answer is known here alone, so it outlasts a database that is away, however long this process lives. */
  private async record(ending: Ending): Promise<boolean> {
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

interface OpenAttempt extends Record<string, unknown> {
  number: number;
  provider: string;
  outcome: string | null;
}

const BROKEN_ROUTE = 'its integration cannot be used at the moment';
const NO_ROUTE = 'no provider is connected for it any more';
const SUPPRESSED = 'every recipient is suppressed';
const NOT_BEGUN: Outcome = {
  kind: 'not_sent',
  fault: 'passing',
  detail: 'the database went away before the call',
};
const OVERSLEPT: Outcome = {
  kind: 'not_sent',
  fault: 'passing',
  detail: 'the worker slept past its lease before the call',
};
const LAST_ATTEMPT = {
  name: 'attempts-last',
  text: 'SELECT number, provider, outcome FROM attempts WHERE workspace_id = $1 AND message_id = $2 ORDER BY number DESC LIMIT 1',
};

const failed = (recipients: Recipient[], detail: string): Recipient[] =>
  recipients.map((recipient) =>
    recipient.status === 'queued' ? { ...recipient, status: 'failed', detail } : recipient,
  );

const suppress = (recipient: Recipient, suppressed: string[]): Recipient =>
  recipient.status === 'queued' && suppressed.includes(recipient.address)
    ? { ...recipient, status: 'suppressed', detail: 'suppressed' }
    : recipient;
