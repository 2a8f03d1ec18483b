import { Inject, Injectable } from '@nestjs/common';
import { UnavailableError } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RenderedContents } from '../contents/rendered-contents.service.js';
import type { ClaimedMessage, EmailContent } from '../message/message.js';
import { Attempts, type Started } from './attempts.repository.js';
import { BulkCall, type SharedCall } from './bulk-call.js';
import { HandOver } from './hand-over.service.js';
import { Outcomes } from './outcomes.repository.js';
import { ProviderTraffic } from './provider-traffic.service.js';
import type { Route } from './route.js';
import { Routes } from './routes.service.js';
import { NOT_BEGUN } from './unmade-calls.js';

/** Contents from this length on are written before they wait, within the bytes that an account may hold. */
const LARGE = 512 * 1024;

type AnyRoutes = [Route, ...Route[]];
type Common = Pick<SharedCall, 'open' | 'filler'> & { routes: AnyRoutes };
/** What becomes of a message: it ends here, or it takes the general way. */
interface Ends {
  onEnd: (message: ClaimedMessage) => void;
  onRest: (message: ClaimedMessage) => void;
}

/** Whether a message may be handed over with others of its claim: a mail by reference to one reader, which no worker has begun. */
export const mayGoTogether = ({
  channel,
  lane,
  status,
  recipients,
  content,
  attachment_bytes,
}: ClaimedMessage): boolean =>
  channel === 'email' &&
  lane === 'bulk' &&
  status === 'queued' &&
  recipients.length === 1 &&
  recipients[0]?.status === 'queued' &&
  attachment_bytes === null &&
  (content as EmailContent).ref !== undefined;

/**
 * Hands over what was claimed together: what its mails share is looked up once, one statement starts all attempts, and each mail
 * waits as one small record. What is not usual takes the general way, before the start or after the call (`HandOver`).
 */
@Injectable()
export class BulkHandOver {
  constructor(
    @Inject(Attempts) private readonly attempts: Attempts,
    @Inject(Outcomes) private readonly outcomes: Outcomes,
    @Inject(Routes) private readonly routes: Pick<Routes, 'of'>,
    @Inject(ProviderTraffic) private readonly traffic: ProviderTraffic,
    @Inject(RenderedContents) private readonly contents: Pick<RenderedContents, 'fillerOf'>,
    @Inject(HandOver) private readonly handOver: HandOver,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Hands over messages that may go together. Never rejects. @param signal aborts the network calls */
  async deliver(messages: ClaimedMessage[], ends: Ends, signal?: AbortSignal): Promise<void> {
    const groups = new Map<string, ClaimedMessage[]>();
    for (const message of messages) {
      const key = likeness(message);
      const alike = groups.get(key);
      if (alike) alike.push(message);
      else groups.set(key, [message]);
    }
    await Promise.all([...groups.values()].map((alike) => this.deliverAlike(alike, ends, signal)));
  }

  private async deliverAlike(alike: ClaimedMessage[], ends: Ends, signal?: AbortSignal): Promise<void> {
    // The general way meets the same error, and knows what it means for the message.
    const common = await this.commonOf(alike[0] as ClaimedMessage).catch(() => undefined);
    if (!common) return alike.forEach(ends.onRest);
    const ready: ClaimedMessage[] = [];
    for (const message of alike)
      if (common.filler.canFill(message)) ready.push(message);
      else ends.onRest(message);
    if (ready.length === 0) return;
    const [route] = common.routes;
    const started = await this.start(ready, route, ends);
    const shared = this.sharedBy(common, ends, signal);
    for (const [index, answer] of started.entries()) this.begin(ready[index] as ClaimedMessage, answer, shared, ends);
    const [{ workspace_id }] = ready as [ClaimedMessage];
    const attempts = started.filter(({ kind }) => kind === 'started').length;
    if (attempts > 0) this.logger.info({ workspace_id, provider: route.provider, attempts }, 'attempts began together');
  }

  /** Returns what mails to these readers share; undefined if each has to ask for its call. @throws Error */
  private async commonOf(message: ClaimedMessage): Promise<Common | undefined> {
    const [first, ...others] = await this.routes.of(message);
    if (!first?.openFor || first.onUnknown !== 'retry' || !(await this.traffic.isFree(message, first)))
      return undefined;
    const filler = await this.contents.fillerOf(message);
    return filler && { routes: [first, ...others], open: await first.openFor(message), filler };
  }

  /** Starts all attempts. If the answer is lost, the marks are taken back. @returns none if that failed */
  private async start(ready: ClaimedMessage[], { provider, integrationId }: Route, ends: Ends): Promise<Started[]> {
    try {
      return await this.attempts.startAll(ready, provider, integrationId);
    } catch (error) {
      const isLost = error instanceof UnavailableError;
      for (const message of ready) {
        if (isLost) this.end(message, this.handOver.takeBack(message, provider), ends);
        else ends.onRest(message);
      }
      return [];
    }
  }

  private begin(message: ClaimedMessage, started: Started, shared: SharedCall, ends: Ends): void {
    if (started.kind !== 'started') return this.end(message, this.handOver.endUnstarted(message, started), ends);
    try {
      new BulkCall(message, started, shared).begin();
    } catch (error) {
      // The others of the claim go on.
      this.end(message, Promise.reject(error as Error), ends);
    }
  }

  private sharedBy({ routes, open, filler }: Common, ends: Ends, signal: AbortSignal | undefined): SharedCall {
    const [route] = routes;
    const { traffic, attempts, outcomes, handOver } = this;
    return {
      route,
      open,
      filler,
      isWrittenAhead: open.isSigning || filler.length >= LARGE,
      signal,
      traffic,
      attempts,
      outcomes,
      onStale: (call) =>
        void handOver
          .hindrance(call.message, call.leasedAt)
          .then((hindrance) => (hindrance ? call.giveUp(hindrance) : call.make()))
          .catch(() => call.giveUp(NOT_BEGUN)),
      onTrouble: (call, outcome) => {
        // What is over is settled without its content, which may be what could not be filled in.
        const isOver = outcome.kind !== 'not_sent' || signal?.aborted === true;
        const goOn = async () => handOver.goOn(isOver ? call.message : call.rendered(), routes, outcome, signal);
        this.end(call.message, goOn(), ends);
      },
      onUnrecorded: (call, ending) => this.end(call.message, handOver.record(ending), ends),
      onRecorded: ({ message }, isRecorded) => {
        if (!isRecorded)
          this.logger.warn(idsOf(message), 'an attempt ended after its lease; another worker has the message');
        ends.onEnd(message);
      },
    };
  }

  /** Ends a message in this worker once the work on it is over. */
  private end(message: ClaimedMessage, work: Promise<unknown>, { onEnd }: Ends): void {
    work
      .catch((error: unknown) =>
        this.logger.warn(
          { err: error, ...idsOf(message) },
          'a hand-over was cut short; it is tried again when the lease expires',
        ),
      )
      .finally(() => onEnd(message));
  }
}

const idsOf = ({ workspace_id, id }: ClaimedMessage) => ({ workspace_id, message_id: id });

/** Messages with the same likeness take the same routes and share their content. */
function likeness({ workspace_id, sender, list_id, first_integration_id, content }: ClaimedMessage): string {
  const { ref, isUncounted, isUntracked } = content as EmailContent;
  return JSON.stringify([workspace_id, sender, list_id === null, first_integration_id, ref, isUncounted, isUntracked]);
}
