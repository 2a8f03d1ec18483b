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
  type HitKey,
  type MessageRow,
  type SeenRow,
} from './hit-statements.js';
import { laterReasons, machineReason, type HitFacts, type MachineReason } from './machine-hit.js';
import type { TrackedMessage } from './tracked-messages.repository.js';

/** A request for a tracked link or pixel. */
export interface Hit extends Pick<HitFacts, 'kind' | 'method' | 'userAgent' | 'prefetch'> {
  workspaceId: number;
  messageId: string;
  /** The number of the link; null is an open. */
  link: number | null;
  ip: string;
  /** The message of a click. */
  message?: TrackedMessage;
}

/** An open or click as it is stored; `reason` says why it is a machine's, null is a person's. */
export interface HitRow extends Record<string, unknown> {
  id: string;
  kind: 'open' | 'click';
  link: number | null;
  at: Date;
  ip: string | null;
  user_agent: string | null;
  machine: boolean;
  reason: MachineReason | null;
}

interface Pending extends Hit {
  workspace_id: number;
  message_id: string;
  id: string;
  at: Date;
}

/** Enough to compare a month with the same one of the year before. */
export const hitsExpiry: Expiry = { table: 'hits', column: 'at', after: '400 days' };

/** Whoever got a mail can ask for its pixel and its links for ever. */
const MOST_HITS = 1_000;

const WARN_EVERY_MS = 10_000;
const HIT_BYTES = 600;

/**
 * Opens and clicks. They share commits, and nobody waits for them: what the database cannot take is dropped, because a
 * reader is on the way to where a link leads.
 */
@Injectable()
export class Hits implements BeforeApplicationShutdown {
  private readonly commit: GroupCommit<Pending, null>;
  private last: Promise<unknown> = Promise.resolve();
  private dropped = 0;
  private warnedAt = -Infinity;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.commit = new GroupCommit(database, {
      name: 'hits',
      flush: (batch) => this.store(batch),
      answer: () => ({ body: {} }),
      size: () => HIT_BYTES,
      // Each is to be seen by others at once, and to see what they have committed; all may run again.
      singleStatement: true,
    });
  }

  /** Returns at once and never fails. */
  record(hit: Hit): void {
    const { workspaceId: workspace_id, messageId: message_id } = hit;
    const pending = { ...hit, workspace_id, message_id, id: newId(), at: new Date() };
    this.last = this.commit.submit(pending).catch((error: unknown) => this.drop(error));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.last;
  }

  /** The newest opens and clicks of a message, the oldest of them first. */
  hitsOf(workspaceId: number, messageId: string): Promise<HitRow[]> {
    return this.database.query<HitRow>(OF_MESSAGE, [workspaceId, messageId]);
  }

  private async store(batch: Pending[]): Promise<null[]> {
    const keys = keysOf(batch);
    const messages = await this.database.query<MessageRow>(MESSAGES, [keys]);
    const byKey = new Map(messages.map((row) => [keyOf(row), { row, room: new Room(row) }]));
    const rows = batch.flatMap((hit) => {
      const message = byKey.get(keyOf(hit));
      return message?.room.takes(hit) ? [rowOf(hit, message.row)] : [];
    });
    await this.database.execute(STORE, [JSON.stringify(rows)]);
    await this.judge(batch, keys);
    return batch.map(() => null);
  }

  /** Once they are stored: of two processes with hits of one message, the one that looks last sees both. */
  private async judge(batch: Pending[], keys: string): Promise<void> {
    const links = new Map<string, number>();
    for (const { message, ...hit } of batch) if (message) links.set(keyOf(hit), realLinks(message));
    const seen = new Map<string, SeenRow[]>();
    for (const row of await this.database.query<SeenRow>(AROUND, [keys])) {
      const hits = seen.get(keyOf(row)) ?? [];
      seen.set(keyOf(row), hits);
      hits.push(row);
    }
    const judged = [...seen].flatMap(([key, hits]) => {
      const reasons = laterReasons(hits, links.get(key) ?? 0);
      return hits.flatMap((hit) => (reasons.has(hit.id) ? [{ ...hit, reason: reasons.get(hit.id) }] : []));
    });
    if (judged.length > 0) await this.database.execute(JUDGE, [JSON.stringify(judged)]);
  }

  /** One line for many: while the database is away, each hit would be a line. */
  private drop(error: unknown): void {
    this.dropped += 1;
    if (performance.now() - this.warnedAt < WARN_EVERY_MS) return;
    this.logger.warn({ err: error, dropped: this.dropped }, 'opens and clicks could not be recorded');
    this.warnedAt = performance.now();
    this.dropped = 0;
  }
}

/** What is still stored of a message: the first hit of each link always, whatever else was asked for how often. */
class Room {
  private stored: number;
  private readonly links: Set<number | null>;

  constructor({ stored, links }: MessageRow) {
    this.stored = stored;
    this.links = new Set(links);
  }

  takes({ link }: Hit): boolean {
    if (this.stored >= MOST_HITS && this.links.has(link)) return false;
    this.stored += 1;
    this.links.add(link);
    return true;
  }
}

const keyOf = ({ workspace_id, message_id }: HitKey) => `${workspace_id} ${message_id}`;

const realLinks = ({ links, honeypot }: TrackedMessage) => links.length - (honeypot === null ? 0 : 1);

/** Each message once, and the time around its hits. */
function keysOf(batch: Pending[]): string {
  const keys = new Map<string, HitKey & { since: Date; until: Date }>();
  for (const hit of batch) {
    const { since, until } = keys.get(keyOf(hit)) ?? { since: hit.at, until: hit.at };
    const { workspace_id, message_id, at } = hit;
    keys.set(keyOf(hit), { workspace_id, message_id, since: at < since ? at : since, until: at > until ? at : until });
  }
  return JSON.stringify([...keys.values()]);
}

function rowOf(hit: Pending, { ended_at: handedOverAt, is_forgotten }: MessageRow) {
  const { workspace_id, message_id, id, kind, link, at, ip, userAgent } = hit;
  const honeypot = link !== null && link === hit.message?.honeypot;
  const reason = machineReason({ ...hit, honeypot, handedOverAt });
  // A proxy in front may say anything.
  const address = isIP(ip) > 0 && !ip.includes('%') ? ip : null;
  const origin = is_forgotten ? { ip: null, user_agent: null } : { ip: address, user_agent: userAgent };
  return { workspace_id, message_id, id, kind, link, at, reason, ...origin };
}
