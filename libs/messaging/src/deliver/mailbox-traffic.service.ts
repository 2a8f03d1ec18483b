import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import type { Outcome } from '@dundun/providers';
import { LRUCache } from 'lru-cache';
import { NIL } from 'uuid';
import { WAITS_FOR_MAILBOX, type Closed } from './delivery-policy.js';
import type { ClaimedMessage } from '../message/message.js';
import { limitOf, MailboxLimits, type MailboxKey } from './mailbox-limits.repository.js';
import { MailboxDeferrals } from './mailbox-deferrals.service.js';
import { Mailboxes } from './mailboxes.service.js';
import type { Route } from './route.js';

/** The message of a call, as far as it decides where the call goes. */
export type MailCall = Pick<ClaimedMessage, 'workspace_id' | 'id' | 'lane' | 'channel' | 'recipients'>;
type Account = Pick<Route, 'provider' | 'integrationId'>;
/** An answer to a call; a wait of 0 permits it. */
export interface MailPermission extends Omit<Closed, 'provider'> {
  /** Recipients that have to wait, while the others may be written to. */
  heldBack?: string[];
}

const FREE = { wait: 0, isLimited: false };

/** Bounds the limits that a long-lived worker remembers. */
const MOST_LINES = 20_000;
/** How far apart the retries of waiting messages are spread; beyond it they share moments. */
const LONGEST_WAIT_MS = { fast: 60_000, bulk: 600_000 };
/** The wait of a message whose turn has come but whose mailbox is busy. */
const LEAST_WAIT_MS = 250;

const openAddresses = ({ recipients }: MailCall) =>
  recipients.filter(({ status }) => status === 'queued').map(({ address }) => address);

/** Slows mail to a mailbox provider that asked for less, and only that mail; learns from the outcomes of calls. */
@Injectable()
export class MailboxTraffic {
  /** The limit that a call in flight counts against, by message. */
  private readonly taken = new Map<string, MailboxKey>();
  private readonly nextFree = new LRUCache<string, number>({ max: MOST_LINES });

  constructor(
    @Inject(MailboxLimits) private readonly limits: MailboxLimits,
    @Inject(Mailboxes) private readonly mailboxes: Mailboxes,
    @Inject(MailboxDeferrals) private readonly deferrals: MailboxDeferrals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether no mailbox provider limits mail of the workspace. */
  async isFree({ workspace_id }: MailCall): Promise<boolean> {
    return (await this.limits.of(workspace_id)) === null;
  }

  /**
   * Asks for one call. It carries the recipients without a limit, or those of one limited mailbox provider: 421 ends the
   * whole transaction. End a permitted call with `end` or `spare`.
   */
  async wait(call: MailCall, account: Account): Promise<MailPermission> {
    const limits = call.channel === 'email' ? await this.limits.of(call.workspace_id) : null;
    if (limits === null) return FREE;
    const accountId = account.integrationId ?? NIL;
    const open = openAddresses(call).map((address) => {
      const key = { workspaceId: call.workspace_id, accountId, mailbox: this.mailboxes.of(address) };
      return { address, key, limit: limitOf(limits, key) };
    });
    const without = (isCarried: (each: (typeof open)[number]) => boolean): MailPermission => ({
      ...FREE,
      heldBack: open.filter((each) => !isCarried(each)).map(({ address }) => address),
    });
    if (open.some(({ limit }) => limit === undefined)) return without(({ limit }) => limit === undefined);
    const closed: Closed[] = [];
    for (const { key, limit } of new Map(open.map((each) => [each.key.mailbox, each])).values()) {
      if (limit === undefined) continue;
      if (await this.limits.take(key, call.lane)) {
        this.taken.set(call.id, key);
        return without((each) => each.key.mailbox === key.mailbox);
      }
      const because = `${WAITS_FOR_MAILBOX} ${key.mailbox}, which asks for less mail through ${account.provider}: ${limit.detail}`;
      const wait = this.nextMoment(call, key, limit.perSecond);
      closed.push({ provider: account.provider, wait, isLimited: true, because });
    }
    return closed.sort((one, other) => one.wait - other.wait)[0] ?? FREE;
  }

  /** Gives back a call that was not made. */
  spare(call: MailCall): void {
    this.finish(call, false);
  }

  /** Ends a call and learns from its outcome. @returns the addresses whose mailbox provider asked for less mail */
  end(call: MailCall, account: Account, outcome: Outcome): string[] {
    const throttled = (outcome.recipients ?? []).filter((recipient) => recipient.throttled);
    this.finish(call, outcome.kind === 'accepted' && throttled.length === 0);
    const told = new Map(throttled.map(({ address, detail }) => [address, detail]));
    if (told.size > 0) this.record(this.deferrals.note(call.workspace_id, account.integrationId, told));
    return [...told.keys()];
  }

  private finish({ id }: MailCall, isAccepted: boolean): void {
    const key = this.taken.get(id);
    this.taken.delete(id);
    if (key) this.record(this.limits.end(key, isAccepted));
  }

  /** Gives each waiting message its own moment, at the rate of the limit. */
  private nextMoment({ lane }: MailCall, { workspaceId, accountId, mailbox }: MailboxKey, perSecond: number): number {
    const line = `${workspaceId} ${accountId} ${mailbox} ${lane}`;
    const now = performance.now();
    const last = this.nextFree.get(line) ?? now;
    const from = last - now >= LONGEST_WAIT_MS[lane] ? now : Math.max(last, now);
    const next = from + Math.min(1_000 / perSecond, LONGEST_WAIT_MS[lane]);
    this.nextFree.set(line, next);
    return Math.max(LEAST_WAIT_MS, next - now);
  }

  private record(written: Promise<unknown>): void {
    written.catch((error: unknown) => this.logger.warn({ err: error }, "a mailbox's limit was not recorded"));
  }
}
