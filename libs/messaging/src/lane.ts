import type { MessageChannel, MessageLane } from '@dundun/domain';
import type { Logger } from '@dundun/platform/config';
import type { Delivery } from './delivery.js';
import type { LaneClaims } from './lane-claims.js';
import type { ClaimedMessage } from './message.js';

const CLAIM_SIZE = 100;

/**
 * One lane of a channel in this worker. It claims due messages, workspace by workspace in turn, and keeps its slots
 * busy; what is claimed but not started is only leased.
 */
export class Lane {
  private readonly waiting: ClaimedMessage[] = [];
  private readonly active = new Set<ClaimedMessage>();
  private running: Promise<void> | undefined;
  private wanted = false;
  private stopped = false;
  private lastWorkspace = 0;
  private room: (() => void) | undefined;

  constructor(
    readonly channel: MessageChannel,
    readonly lane: MessageLane,
    private readonly slots: number,
    private readonly claims: LaneClaims,
    private readonly delivery: Delivery,
    private readonly logger: Logger,
  ) {}

  /** Works until nothing is due. Calls that come meanwhile share the run, and make it look once more. */
  drain(): Promise<void> {
    this.wanted = true;
    this.running ??= this.work().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Keeps the leases of everything in hand. */
  async extend(): Promise<void> {
    await this.claims.extend([...this.active, ...this.waiting]);
  }

  /** Starts nothing new, gives back what has not started, and waits for what has. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.room?.();
    const unstarted = this.waiting.splice(0);
    await this.claims
      .release(unstarted)
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'leases were not given back; they run out by themselves'),
      );
    await this.running?.catch(() => undefined);
    while (this.active.size > 0) await this.roomMade();
  }

  private async work(): Promise<void> {
    while (this.wanted && !this.stopped) {
      this.wanted = false;
      for (const workspaceId of this.inTurn(await this.claims.workspacesWithWork(this.channel, this.lane))) {
        if (this.stopped) break;
        const claimed = await this.claims.claim(this.channel, this.lane, workspaceId, CLAIM_SIZE);
        this.lastWorkspace = workspaceId;
        if (claimed.length > 0) this.wanted = true;
        this.take(claimed);
        while (this.waiting.length >= CLAIM_SIZE && !this.stopped) await this.roomMade();
      }
    }
  }

  /** The workspaces after the last one served come first, so nobody waits behind a big one twice. */
  private inTurn(workspaces: number[]): number[] {
    const next = workspaces.findIndex((id) => id > this.lastWorkspace);
    return next <= 0 ? workspaces : [...workspaces.slice(next), ...workspaces.slice(0, next)];
  }

  private take(claimed: ClaimedMessage[]): void {
    if (this.stopped) return void this.claims.release(claimed).catch(() => undefined);
    this.waiting.push(...claimed);
    this.fill();
  }

  private fill(): void {
    while (this.active.size < this.slots && this.waiting.length > 0)
      void this.run(this.waiting.shift() as ClaimedMessage);
    this.room?.();
  }

  private async run(message: ClaimedMessage): Promise<void> {
    this.active.add(message);
    try {
      await this.delivery.deliver(message);
    } catch (error) {
      const ids = { workspace_id: message.workspace_id, message_id: message.id };
      this.logger.warn({ err: error, ...ids }, 'a delivery was cut short; the lease runs out and it is tried again');
    } finally {
      this.active.delete(message);
      this.fill();
    }
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
