import { setMaxListeners } from 'node:events';
import { SMS_SOURCES, RoundRobin, type MessageChannel, type MessageLane, type SmsSource } from '@dundun/domain';
import type { Logger } from '@dundun/platform/config';
import { mayGoTogether, type BulkHandOver } from './bulk-hand-over.service.js';
import type { HandOver } from './hand-over.service.js';
import { bytesOf, ContentBudget } from '../message/content-budget.js';
import type { LaneClaims } from './lane-claims.repository.js';
import type { ClaimedMessage } from '../message/message.js';

const CLAIM_SIZE = { fast: 100, bulk: 250 };
/** Claimed and not started messages, over all queues. */
const MOST_WAITING = 500;
/**
 * Concurrent hand-overs of a queue for each of its slots. Some wait for a slot of one provider account; when that account
 * hangs, the rest serve the messages of other accounts. Bulk messages also wait for statements that serve many.
 */
const PER_SLOT = { fast: 3, bulk: 8 };
/** How many queues may be full at once, so that queues whose calls hang leave room for others. */
const FULL_QUEUES = 20;
/** How long calls may still take after the process was asked to end. */
const CUT_MS = 20_000;

/** The messages that share slots: those of a workspace, and for SMS those of one source. */
const queueOf = (workspaceId: number, source: SmsSource | null) => `${workspaceId} ${source ?? ''}`;

/**
 * One lane of a channel in this worker. It claims due messages workspace by workspace and fills the slots of its queues,
 * both by round robin, so that a slow or hanging provider delays only its own queue. Claimed messages are only leased.
 */
export class Lane {
  private readonly waiting = new RoundRobin<ClaimedMessage>();
  private readonly active = new Set<ClaimedMessage>();
  /** Hand-overs in flight, by queue. */
  private readonly handOvers = new Map<string, number>();
  private running: Promise<void> | undefined;
  private wanted = false;
  private stopped = false;
  private lastWorkspace = 0;
  private room: (() => void) | undefined;
  /** Whether slots are filled at the end of this turn of the event loop: many hand-overs end in the same turn. */
  private isFilling = false;
  private readonly cut = new AbortController();

  constructor(
    readonly channel: MessageChannel,
    readonly lane: MessageLane,
    private readonly slots: number,
    private readonly claims: LaneClaims,
    private readonly handOver: HandOver,
    private readonly logger: Logger,
    private readonly budget = new ContentBudget(),
    private readonly bulk?: Pick<BulkHandOver, 'deliver'>,
  ) {
    // One listener for each call in flight.
    setMaxListeners(0, this.cut.signal);
  }

  /** Works until nothing is due. Concurrent calls share the run and make it look once more. */
  drain(): Promise<void> {
    this.wanted = true;
    this.room?.();
    this.running ??= this.work().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Extends the leases of all claimed messages. */
  async extend(): Promise<void> {
    await this.claims.extend([...this.active, ...this.waiting.all()]);
  }

  /** Starts nothing new, gives back unstarted messages and waits for the others. Calls that take too long are aborted. */
  async stop(): Promise<void> {
    this.stopped = true;
    const timer = setTimeout(() => this.cut.abort(), CUT_MS);
    this.room?.();
    await this.release(this.waiting.clear());
    await this.running?.catch(() => undefined);
    while (this.active.size > 0) await this.roomMade();
    clearTimeout(timer);
  }

  private async work(): Promise<void> {
    while (this.wanted && !this.stopped) {
      this.wanted = false;
      const workspaces = this.inTurn(await this.claims.workspacesWithWork(this.channel, this.lane));
      const full = workspaces.filter((workspaceId) => this.isFull(workspaceId));
      for (const workspaceId of workspaces) {
        if (this.stopped) break;
        if (!full.includes(workspaceId)) await this.claim(workspaceId);
      }
      // Full workspaces may have more due messages: claim again as soon as there is room.
      while (full.length > 0 && !this.wanted && !this.stopped && full.every((id) => this.isFull(id)))
        await this.roomMade();
      if (full.length > 0) this.wanted = true;
    }
  }

  private async claim(workspaceId: number): Promise<void> {
    const full = SMS_SOURCES.filter((source) => this.isQueueFull(workspaceId, source));
    const claimed = await this.claimed(workspaceId, full);
    this.lastWorkspace = workspaceId;
    if (claimed.length > 0) this.wanted = true;
    await this.take(claimed);
    while (this.waiting.size >= MOST_WAITING && !this.stopped) await this.roomMade();
  }

  /** Claims within the budget. The whole allowance counts until the claim returns, because other lanes claim meanwhile. */
  private async claimed(workspaceId: number, without: SmsSource[]): Promise<ClaimedMessage[]> {
    const share = this.shareOf(workspaceId);
    const bytes = this.budget.left(share);
    if (bytes === 0) return [];
    this.budget.add(share, bytes);
    let claimed: ClaimedMessage[];
    try {
      claimed = await this.claims.claim(this.channel, this.lane, workspaceId, CLAIM_SIZE[this.lane], without, bytes);
    } finally {
      this.budget.add(share, -bytes);
    }
    for (const message of claimed) this.budget.add(share, bytesOf(message));
    return claimed;
  }

  private shareOf(workspaceId: number): string {
    return `${this.channel} ${this.lane} ${workspaceId}`;
  }

  private forget(message: ClaimedMessage): void {
    this.budget.add(this.shareOf(message.workspace_id), -bytesOf(message));
  }

  /** Whether a workspace may claim no more. For SMS, all its sources have to be full: a claim can leave out full ones. */
  private isFull(workspaceId: number): boolean {
    if (this.budget.left(this.shareOf(workspaceId)) === 0) return true;
    const sources = this.channel === 'email' ? [null] : SMS_SOURCES;
    return sources.every((source) => this.isQueueFull(workspaceId, source));
  }

  private isQueueFull(workspaceId: number, source: SmsSource | null): boolean {
    return this.waiting.sizeOf(queueOf(workspaceId, source)) >= CLAIM_SIZE[this.lane];
  }

  /** Rotates the workspaces to begin after the last one served, so that none waits behind a big one twice. */
  private inTurn(workspaces: number[]): number[] {
    const next = workspaces.findIndex((id) => id > this.lastWorkspace);
    return next <= 0 ? workspaces : [...workspaces.slice(next), ...workspaces.slice(0, next)];
  }

  private async take(claimed: ClaimedMessage[]): Promise<void> {
    if (this.stopped) return this.release(claimed);
    for (const message of claimed) this.waiting.add(queueOf(message.workspace_id, message.source), message);
    this.fill();
  }

  private async release(unstarted: ClaimedMessage[]): Promise<void> {
    for (const message of unstarted) this.forget(message);
    try {
      await this.claims.release(unstarted);
    } catch (error) {
      this.logger.warn({ err: error }, 'leases were not given back; they will expire');
    }
  }

  private fill(): void {
    const isOpen = (queue: string) => (this.handOvers.get(queue) ?? 0) < this.slots * PER_SLOT[this.lane];
    const together: ClaimedMessage[] = [];
    while (this.active.size < this.slots * PER_SLOT[this.lane] * FULL_QUEUES) {
      const next = this.waiting.next(isOpen);
      if (!next) break;
      this.active.add(next.item);
      this.count(next.queue, 1);
      if (this.bulk && mayGoTogether(next.item)) together.push(next.item);
      else void this.run(next.item);
    }
    if (together.length > 0)
      void this.bulk
        ?.deliver(together, this.ends, this.cut.signal)
        .catch((error: unknown) => this.logger.error({ err: error }, 'a claim was cut short; its leases will expire'));
    this.room?.();
  }

  private readonly ends = {
    onEnd: (message: ClaimedMessage) => this.end(message),
    onRest: (message: ClaimedMessage) => void this.run(message),
  };

  private async run(message: ClaimedMessage): Promise<void> {
    try {
      await this.handOver.deliver(message, this.cut.signal);
    } catch (error) {
      const ids = { workspace_id: message.workspace_id, message_id: message.id };
      this.logger.warn({ err: error, ...ids }, 'a hand-over was cut short; it is tried again when the lease expires');
    } finally {
      this.end(message);
    }
  }

  private end(message: ClaimedMessage): void {
    this.active.delete(message);
    this.forget(message);
    this.count(queueOf(message.workspace_id, message.source), -1);
    if (this.isFilling) return;
    this.isFilling = true;
    setImmediate(() => {
      this.isFilling = false;
      this.fill();
    });
  }

  private count(queue: string, change: 1 | -1): void {
    const handOvers = (this.handOvers.get(queue) ?? 0) + change;
    if (handOvers === 0) this.handOvers.delete(queue);
    else this.handOvers.set(queue, handOvers);
  }

  private roomMade(): Promise<void> {
    return new Promise((resolve) => {
      this.room = () => {
        this.room = undefined;
        resolve();
      };
    });
  }
}
