import { Inject, Injectable } from '@nestjs/common';
import { CannotOpenError, LOGGER, Seal, type Logger } from '@dundun/platform/config';
import { WebhookDeliveries, type ClaimedWebhookDelivery, type NextStep } from './webhook-deliveries.repository.js';
import type { EndpointKey } from './fan-out.repository.js';
import { payloadOf } from '../endpoints/payload.js';
import { Receiver, type ReceiverAnswer } from '../endpoints/receiver.service.js';
import { nextWait } from './retry-schedule.js';

/** Concurrent calls of one endpoint. */
const SLOTS = 10;
/** Limits on the endpoints served concurrently, and the time before an endpoint yields to others. */
interface EndpointSlots {
  all: number;
  ofWorkspace: number;
  turnMs: number;
}

/**
 * Calls receivers, each with its own concurrency slots, so that a slow receiver delays no other. With more endpoints than slots,
 * an endpoint gives up its slot after its turn even if deliveries are left, and DUE picks the next one at random. A claimed
 * delivery is called at once; none waits in memory.
 */
@Injectable()
export class Pump {
  /** A turn is shorter than the timeout of a call, so that a hanging receiver gets no second round of calls. */
  readonly slots: EndpointSlots = { all: 200, ofWorkspace: 20, turnMs: 9_000 };
  private readonly running = new Map<string, { of: number; run: Promise<void> }>();
  /** Endpoints whose last call failed. */
  private readonly failing = new Set<string>();
  private stopped = false;

  constructor(
    @Inject(WebhookDeliveries) private readonly deliveries: WebhookDeliveries,
    @Inject(Receiver) private readonly receiver: Receiver,
    @Inject(Seal) private readonly seal: Seal,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Starts to serve every endpoint that has due deliveries and is not being served. */
  async wake(): Promise<void> {
    for (const endpoint of await this.deliveries.endpointsWithWork()) {
      if (this.stopped || this.running.size >= this.slots.all) return;
      if (this.running.has(endpoint.id) || this.isFull(endpoint.workspace_id)) continue;
      const run = this.drain(endpoint)
        .catch((error: unknown) => this.warn(error, endpoint))
        .finally(() => this.running.delete(endpoint.id));
      this.running.set(endpoint.id, { of: endpoint.workspace_id, run });
    }
  }

  private isFull(workspaceId: number): boolean {
    const busy = [...this.running.values()].filter(({ of }) => of === workspaceId);
    return busy.length >= this.slots.ofWorkspace;
  }

  /** Starts no new calls and waits for those in flight. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.idle();
  }

  /** Resolves when no endpoint is being served. */
  async idle(): Promise<void> {
    await Promise.all([...this.running.values()].map(({ run }) => run));
  }

  private async drain(endpoint: EndpointKey): Promise<void> {
    const calls = new Set<Promise<void>>();
    const end = Date.now() + this.slots.turnMs;
    try {
      for (;;) {
        const free = (this.failing.has(endpoint.id) ? 1 : SLOTS) - calls.size;
        const isOver = this.stopped || Date.now() > end;
        const claimed = free > 0 && !isOver ? await this.deliveries.claim(endpoint, free) : [];
        for (const held of claimed) {
          const call = this.deliver(held).finally(() => calls.delete(call));
          calls.add(call);
        }
        if (calls.size === 0) return;
        if (claimed.length < free || free <= 0) await Promise.race(calls);
      }
    } finally {
      // After a failed claim the calls in flight keep the slot until they end.
      await Promise.allSettled(calls);
    }
  }

  private warn(error: unknown, { workspace_id, id: webhook_id }: EndpointKey): void {
    this.logger.warn(
      { err: error, workspace_id, webhook_id },
      'serving a webhook was cut short; the next run continues',
    );
  }

  private async deliver(held: ClaimedWebhookDelivery): Promise<void> {
    try {
      const answer = await this.call(held);
      await this.deliveries.record(held, answer, nextStep(held, answer));
      if (held.at === null) return;
      if (answer.isDelivered) this.failing.delete(held.endpoint_id);
      else this.failing.add(held.endpoint_id);
      await this.deliveries.noteHealth(held, answer);
    } catch (error) {
      const ids = { workspace_id: held.workspace_id, webhook_id: held.endpoint_id, delivery_id: held.id };
      this.logger.warn(
        { err: error, ...ids },
        'a webhook delivery was cut short; it is tried again when its lease expires',
      );
    }
  }

  private async call({ id, attempts, type, url, sealed, at, data }: ClaimedWebhookDelivery): Promise<ReceiverAnswer> {
    if (at === null) return uncalled('The entry has been deleted.');
    const secrets = this.opened(sealed);
    if (!secrets) return uncalled('The signing secret cannot be decrypted: create a new one.');
    return this.receiver.call({ id, number: attempts, url, secrets, payload: payloadOf({ type, at, data }) });
  }

  /** Returns null when a secret was sealed under a key that is no longer configured. */
  private opened(sealed: string[]): string[] | null {
    try {
      return sealed.map((each) => this.seal.open(each));
    } catch (error) {
      if (error instanceof CannotOpenError) return null;
      throw error;
    }
  }
}

const uncalled = (error: string): ReceiverAnswer => ({
  isDelivered: false,
  status: null,
  milliseconds: 0,
  response: null,
  error,
  retryAfter: null,
});

function nextStep({ tries, asked_at, at }: ClaimedWebhookDelivery, answer: ReceiverAnswer): NextStep {
  if (answer.isDelivered) return { state: 'delivered', wait: null };
  const isOver = at === null || answer.status === 410;
  const wait = isOver ? null : nextWait(tries, Date.now() - asked_at.getTime(), answer.retryAfter);
  return { state: wait === null ? 'failed' : 'pending', wait };
}
