import { isIP } from 'node:net';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Database, GroupCommit, newId, type Expiry } from '@dundun/platform/database';
import {
  AROUND,
  JUDGE,
  MESSAGES,
  OF_MESSAGE,
  STORE,
  type MessageKey,
  type EngagedMessageRow,
  type SeenRow,
} from './engagements.statements.js';
import { laterReasons, machineReason, type EngagementFacts, type MachineReason } from './machine-detection.js';
import { ScannerNetworks } from './scanner-networks.service.js';
import type { TrackedMessage } from './tracked-messages.repository.js';

/** One open or click: a request for a tracked pixel or link, by a person or a machine. */
export interface Engagement extends Pick<EngagementFacts, 'kind' | 'userAgent' | 'declared'> {
  workspaceId: number;
  messageId: string;
  /** The number of the link; null is an open. */
  link: number | null;
  ip: string;
  /** The message of a click. */
  message?: TrackedMessage;
}

/** A stored open or click. `reason` says why it counts as a machine's; null means that a person did it. */
export interface EngagementRow extends Record<string, unknown> {
  id: string;
  kind: 'open' | 'click';
  link: number | null;
  at: Date;
  ip: string | null;
  user_agent: string | null;
  machine: boolean;
  reason: MachineReason | null;
}

interface PendingEngagement extends Engagement {
  workspace_id: number;
  message_id: string;
  id: string;
  at: Date;
}

/** Long enough to compare a month with the same month of the year before. */
export const engagementsExpiry: Expiry = { table: 'hits', column: 'at', after: '400 days' };

/** Bounds what is stored for a message, because its recipient can request its pixel and links forever. */
const MOST_ENGAGEMENTS = 1_000;

const WARN_EVERY_MS = 10_000;
const ENGAGEMENT_BYTES = 600;

/**
 * Stores opens and clicks in group commits. No request waits for them: they are dropped while the database is unavailable,
 * so that readers still get to the target of a link.
 */
@Injectable()
export class Engagements implements BeforeApplicationShutdown {
  private readonly commit: GroupCommit<PendingEngagement, null>;
  private last: Promise<unknown> = Promise.resolve();
  private dropped = 0;
  private warnedAt = -Infinity;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(ScannerNetworks) private readonly scanners: ScannerNetworks,
  ) {
    this.commit = new GroupCommit(database, {
      name: 'hits',
      flush: (group) => this.store(group),
      answer: () => ({ body: {} }),
      size: () => ENGAGEMENT_BYTES,
      // Each statement must see the commits of others and be seen at once; all may run again.
      singleStatement: true,
    });
  }

  /** Records an open or click in the background; returns at once and never fails. */
  record(engagement: Engagement): void {
    const { workspaceId: workspace_id, messageId: message_id } = engagement;
    const pending = { ...engagement, workspace_id, message_id, id: newId(), at: new Date() };
    this.last = this.commit.submit(pending).catch((error: unknown) => this.drop(error));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.last;
  }

  /** Returns the newest 1,000 opens and clicks of a message, oldest first. */
  ofMessage(workspaceId: number, messageId: string): Promise<EngagementRow[]> {
    return this.database.query<EngagementRow>(OF_MESSAGE, [workspaceId, messageId]);
  }

  private async store(group: PendingEngagement[]): Promise<null[]> {
    const keys = keysOf(group);
    const messages = await this.database.query<EngagedMessageRow>(MESSAGES, [keys]);
    const byKey = new Map(messages.map((row) => [keyOf(row), { row, room: new Room(row) }]));
    const rows = group.flatMap((engagement) => {
      const message = byKey.get(keyOf(engagement));
      return message?.room.takes(engagement) ? [this.rowOf(engagement, message.row)] : [];
    });
    await this.database.execute(STORE, [JSON.stringify(rows)]);
    await this.judge(group, keys);
    return group.map(() => null);
  }

  /** Runs after the insert: when two processes store engagement of one message, the later one sees both. */
  private async judge(group: PendingEngagement[], keys: string): Promise<void> {
    const links = new Map<string, number>();
    for (const { message, ...engagement } of group) if (message) links.set(keyOf(engagement), realLinks(message));
    const seen = new Map<string, SeenRow[]>();
    for (const row of await this.database.query<SeenRow>(AROUND, [keys])) {
      const engagements = seen.get(keyOf(row)) ?? [];
      seen.set(keyOf(row), engagements);
      engagements.push(row);
    }
    const judged = [...seen].flatMap(([key, engagements]) => {
      const reasons = laterReasons(engagements, links.get(key) ?? 0);
      return engagements.flatMap((engagement) =>
        reasons.has(engagement.id) ? [{ ...engagement, reason: reasons.get(engagement.id) }] : [],
      );
    });
    if (judged.length > 0) await this.database.execute(JUDGE, [JSON.stringify(judged)]);
  }

  private rowOf(engagement: PendingEngagement, { ended_at: handedOverAt, is_forgotten }: EngagedMessageRow) {
    const { workspace_id, message_id, id, kind, link, at, ip, userAgent, declared } = engagement;
    const honeypot = link !== null && link === engagement.message?.honeypot;
    // A proxy may pass on any text as the address.
    const address = isIP(ip) > 0 && !ip.includes('%') ? ip : null;
    const isScanner = address !== null && this.scanners.has(address);
    const reason = machineReason({ ...engagement, honeypot, isScanner, handedOverAt });
    const origin = is_forgotten ? { ip: null, user_agent: null } : { ip: address, user_agent: userAgent };
    return { workspace_id, message_id, id, kind, link, at, declared, reason, ...origin };
  }

  /** Logs once for many: while the database is away, each open or click would be a line. */
  private drop(error: unknown): void {
    this.dropped += 1;
    if (performance.now() - this.warnedAt < WARN_EVERY_MS) return;
    this.logger.warn({ err: error, dropped: this.dropped }, 'opens and clicks could not be recorded');
    this.warnedAt = performance.now();
    this.dropped = 0;
  }
}

/** What may still be stored for a message. The first click of each link is always stored, however many came before. */
class Room {
  private stored: number;
  private readonly links: Set<number | null>;

  constructor({ stored, links }: EngagedMessageRow) {
    this.stored = stored;
    this.links = new Set(links);
  }

  takes({ link }: Engagement): boolean {
    if (this.stored >= MOST_ENGAGEMENTS && this.links.has(link)) return false;
    this.stored += 1;
    this.links.add(link);
    return true;
  }
}

const keyOf = ({ workspace_id, message_id }: MessageKey) => `${workspace_id} ${message_id}`;

/** Counts the links that a person can follow. */
export const realLinks = ({ links, honeypot }: Pick<TrackedMessage, 'links' | 'honeypot'>) =>
  links.length - (honeypot === null ? 0 : 1);

/** Lists each message once, with the time span of its new opens and clicks. */
function keysOf(group: PendingEngagement[]): string {
  const keys = new Map<string, MessageKey & { since: Date; until: Date }>();
  for (const engagement of group) {
    const { since, until } = keys.get(keyOf(engagement)) ?? { since: engagement.at, until: engagement.at };
    const { workspace_id, message_id, at } = engagement;
    keys.set(keyOf(engagement), {
      workspace_id,
      message_id,
      since: at < since ? at : since,
      until: at > until ? at : until,
    });
  }
  return JSON.stringify([...keys.values()]);
}
