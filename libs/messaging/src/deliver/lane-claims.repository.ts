import { Inject, Injectable } from '@nestjs/common';
import type { MessageChannel, MessageLane, SmsSource } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { CLAIM_BYTES } from '../message/content-budget.js';
import type { ClaimedMessage } from '../message/message.js';

/** The time after which the messages of a killed worker pass to another. */
export const LEASE_MS = 6_000;
/** A hand-over begins only if its lease lasts at least this long; heartbeats renew leases that have three seconds left. */
const LEAST_LEASE_MS = 2_000;
const LEASE = `interval '${LEASE_MS} milliseconds'`;
/** A lease that lasts at least this long needs no renewal yet: the next heartbeat comes in time. */
const FRESH_LEASE = `interval '${LEASE_MS - 1_000} milliseconds'`;

/** Whether a lease that began at this time, by `performance.now()`, lasts long enough for a hand-over. */
export const isFreshLease = (since: number): boolean => performance.now() - since < LEASE_MS - LEAST_LEASE_MS;

/**
 * Skips through the index to find distinct workspaces, then keeps those with a due row. Order and LIMIT
 * keep the planner from reading every due row into a hash or a sort when it believes that there are few.
 */
const WORKSPACES_WITH_WORK = {
  name: 'messages-workspaces-with-work',
  text: `
    WITH RECURSIVE found AS (
      (SELECT workspace_id FROM messages WHERE channel = $1 AND lane = $2 AND due_at IS NOT NULL ORDER BY workspace_id, due_at LIMIT 1)
      UNION ALL
      SELECT (SELECT m.workspace_id FROM messages m
              WHERE m.channel = $1 AND m.lane = $2 AND m.due_at IS NOT NULL AND m.workspace_id > found.workspace_id
              ORDER BY m.workspace_id, m.due_at LIMIT 1)
      FROM found WHERE found.workspace_id IS NOT NULL
    )
    SELECT found.workspace_id FROM found CROSS JOIN LATERAL (
      SELECT FROM messages m
      WHERE m.channel = $1 AND m.lane = $2 AND m.workspace_id = found.workspace_id AND m.due_at <= now()
      ORDER BY m.due_at LIMIT 1) AS due`,
};

/**
 * A claimed message is being sent, as far as anyone else is concerned: it can be neither canceled nor redacted. Its former status
 * comes back with it, because one that was being sent already had a worker that died. A worker holds its claims in memory, so a
 * claim ends with the message that reaches its byte limit. Materialized, because
 * a plan may run a plain subquery once per row, which defeats LIMIT. The update takes the workspace from it too: by the
 * parameter alone, a plan may read all rows of a workspace that the statistics do not know.
 */
const CLAIM = {
  name: 'messages-claim',
  text: `
    WITH due AS MATERIALIZED (
      SELECT workspace_id, id, due_at, status, pg_column_size(content) + coalesce(attachment_bytes, 0) AS bytes FROM messages
      WHERE channel = $1 AND lane = $2 AND workspace_id = $3 AND due_at <= now() AND (source IS NULL OR source <> ALL ($5))
      ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED
    ),
    measured AS (SELECT workspace_id, id, status, sum(bytes) OVER (ORDER BY due_at, id) - bytes AS before FROM due)
    UPDATE messages m SET claim = m.claim + 1, status = CASE m.status WHEN 'held' THEN 'held' ELSE 'sending' END, due_at = now() + ${LEASE}
    FROM measured due WHERE m.workspace_id = due.workspace_id AND m.id = due.id AND due.before < $6
    RETURNING m.workspace_id, m.id, m.channel, m.lane, m.list_id, m.group_id, m.source, m.first_integration_id, m.sender, m.recipients,
              m.content, m.attachment_bytes, m.tags, m.request_id, due.status, m.claim, m.attempts, m.limited_at,
              coalesce(m.scheduled_at, m.created_at) AS created_at`,
};

/** Locks our rows in key order, which prevents deadlocks between statements. */
const held = (lock: string, which = 'true') => `
    WITH held AS MATERIALIZED (
      SELECT m.workspace_id, m.id, given.status
      FROM jsonb_to_recordset($1::jsonb) AS given(workspace_id int, id uuid, claim int, status text)
      JOIN messages m ON m.workspace_id = given.workspace_id AND m.id = given.id AND m.claim = given.claim
      WHERE ${which}
      ORDER BY 1, 2 ${lock}
    )`;

/**
 * Never moves `due_at` back: an outcome may have just set the wait before the next attempt. Rows that are being written are
 * skipped, because that write sets their time. IS TRUE hides the condition from the partial index on `due_at`: with stale
 * statistics it looks empty, and is then read whole for every held row.
 */
const EXTEND = {
  name: 'messages-extend',
  text: `${held('FOR UPDATE OF m SKIP LOCKED', `(m.due_at < now() + ${FRESH_LEASE}) IS TRUE`)}
    UPDATE messages m SET due_at = greatest(m.due_at, now() + ${LEASE})
    FROM held WHERE m.workspace_id = held.workspace_id AND m.id = held.id AND (m.due_at IS NOT NULL) IS TRUE`,
};

const RELEASE = {
  name: 'messages-release',
  text: `${held('FOR UPDATE OF m')}
    UPDATE messages m SET due_at = now(), status = held.status
    FROM held WHERE m.workspace_id = held.workspace_id AND m.id = held.id AND m.status IN ('sending', 'held')`,
};

type Held = Pick<ClaimedMessage, 'workspace_id' | 'id' | 'claim' | 'status'>;
const keysOf = (all: Held[]) =>
  JSON.stringify(all.map(({ workspace_id, id, claim, status }) => ({ workspace_id, id, claim, status })));

/** Leases due messages of one workspace at a time, so that the index is read from its front. */
@Injectable()
export class LaneClaims {
  constructor(@Inject(Database) private readonly database: Database) {}

  async workspacesWithWork(channel: MessageChannel, lane: MessageLane): Promise<number[]> {
    const rows = await this.database.query<{ workspace_id: number }>(WORKSPACES_WITH_WORK, [channel, lane]);
    return rows.map((row) => row.workspace_id);
  }

  /**
   * Claims up to `most` due messages.
   * @param without SMS sources to leave out
   * @param bytes of content; only the last message may exceed them
   */
  claim(
    channel: MessageChannel,
    lane: MessageLane,
    workspaceId: number,
    most: number,
    without: SmsSource[] = [],
    bytes = CLAIM_BYTES,
  ): Promise<ClaimedMessage[]> {
    return this.database.query<ClaimedMessage>(CLAIM, [channel, lane, workspaceId, most, without, bytes]);
  }

  async extend(all: Held[]): Promise<void> {
    if (all.length > 0) await this.database.execute(EXTEND, [keysOf(all)]);
  }

  /** Gives back messages that were not started, with their former status; they are due at once. */
  async release(all: Held[]): Promise<void> {
    if (all.length > 0) await this.database.execute(RELEASE, [keysOf(all)]);
  }
}
