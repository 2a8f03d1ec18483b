import { Inject, Injectable } from '@nestjs/common';
import type { MessageLane } from '@dundun/domain';
import { Database, type Expiry, TtlCache } from '@dundun/platform/database';

/** A mailbox that is limited at an account. The account is an integration, or the nil uuid for the service's own server. */
export interface MailboxKey {
  workspaceId: number;
  accountId: string;
  mailbox: string;
}

/** The state of a limit. */
export interface MailboxLimit {
  /** Calls per second over all workers. */
  perSecond: number;
  /** The reply that asked for less mail. */
  detail: string;
}

interface LimitRow extends Record<string, unknown> {
  workspace_id: number;
  account_id: string;
  mailbox: string;
  per_second: number;
  detail: string;
}

/** The rate after the first deferral; a deferral after that halves it, down to one a minute. */
export const FIRST_RATE = 4;
const LEAST_RATE = 1 / 60;
/** At this rate the limit is lifted. */
const LIFTED_RATE = 16;
/** Added after ten seconds without a deferral, when a mail is accepted; a smaller rate doubles. */
const STEP = 0.5;
const RECOVERY = `interval '10 seconds'`;
/** Deferrals of calls that were in flight at the last change say nothing new. */
const SAME_DEFERRAL = `interval '5 seconds'`;
/** The longest that a call of a killed worker counts. */
const CALL = `interval '1 minute'`;
const FORGOTTEN = '1 hour';
const MOST_OF_WORKSPACE = 1_000;

/** Limits are forgotten an hour after their last change. */
export const mailboxLimitsExpiry: Expiry = { table: 'mailbox_limits', column: 'changed_at', after: FORGOTTEN };

const nameOf = (accountId: string, mailbox: string) => `${accountId} ${mailbox}`;

/**
 * Limits the calls to the mailboxes of one provider, per account and over all workers: the rate by a token bucket, the
 * concurrency by leases. The rate is halved by deferrals and rises by a step while mail is accepted. Mailboxes without a
 * limit have no row and cost one query a second per workspace.
 */
@Injectable()
export class MailboxLimits {
  private readonly known: TtlCache<number, Map<string, MailboxLimit>>;

  constructor(@Inject(Database) private readonly database: Database) {
    this.known = new TtlCache(database, (workspaceIds) => this.load(workspaceIds));
  }

  /** Returns the limits of a workspace, null if there is none. Cached for up to a second. */
  of(workspaceId: number): Map<string, MailboxLimit> | null | Promise<Map<string, MailboxLimit> | null> {
    return this.known.recall(String(workspaceId), () => workspaceId);
  }

  /** Takes the right to one call. @returns false if the limit is reached; true if it has been lifted meanwhile */
  async take({ workspaceId, accountId, mailbox }: MailboxKey, lane: MessageLane): Promise<boolean> {
    const values = [workspaceId, accountId, mailbox, lane];
    const [row] = await this.database.query<{ granted: boolean }>(TAKE, values);
    return row?.granted ?? true;
  }

  /** Ends a call. @param isAccepted the mailbox provider took the mail, which raises the limit */
  async end({ workspaceId, accountId, mailbox }: MailboxKey, isAccepted: boolean): Promise<void> {
    const values = [workspaceId, accountId, mailbox];
    const [row] = await this.database.query<{ per_second: number }>(END, [...values, isAccepted]);
    if (row === undefined || row.per_second < LIFTED_RATE) return;
    await this.database.execute(LIFT, values);
    this.known.clear();
  }

  /** Records that a mailbox provider asked for less mail: sets its first limit, or halves the present one. */
  async defer({ workspaceId, accountId, mailbox }: MailboxKey, detail: string): Promise<void> {
    await this.database.execute(DEFER, [workspaceId, accountId, mailbox, detail]);
    this.known.clear();
  }

  private async load(workspaceIds: number[]): Promise<(Map<string, MailboxLimit> | null)[]> {
    const rows = await this.database.query<LimitRow>(LOAD, [workspaceIds]);
    const found = new Map<number, Map<string, MailboxLimit>>();
    for (const { workspace_id, account_id, mailbox, per_second, detail } of rows) {
      const limits = found.get(workspace_id) ?? new Map<string, MailboxLimit>();
      found.set(workspace_id, limits.set(nameOf(account_id, mailbox), { perSecond: per_second, detail }));
    }
    return workspaceIds.map((id) => found.get(id) ?? null);
  }
}

/** Returns the limit of a mailbox among those of its workspace. */
export const limitOf = (limits: Map<string, MailboxLimit>, { accountId, mailbox }: MailboxKey) =>
  limits.get(nameOf(accountId, mailbox));

/** IS TRUE hides the condition from the index on `changed_at`, whatever the statistics say. */
const LOAD = {
  name: 'mailbox-limits-load',
  text: `
    SELECT l.* FROM unnest($1::int[]) AS wanted(workspace_id) CROSS JOIN LATERAL (
      SELECT workspace_id, account_id, mailbox, per_second, detail FROM mailbox_limits m
      WHERE m.workspace_id = wanted.workspace_id AND (m.changed_at > now() - interval '${FORGOTTEN}') IS TRUE
      ORDER BY account_id, mailbox LIMIT ${MOST_OF_WORKSPACE}) AS l`,
};

/**
 * The bucket holds one second's tokens, at least two. The bulk lane leaves one token and one lease to the fast lane, so that
 * a one-time password does not wait behind a campaign.
 */
const TAKE = {
  name: 'mailbox-limits-take',
  text: `
    WITH filled AS (
      SELECT ceil(per_second) + ($4 = 'fast')::int AS most, ARRAY(SELECT t FROM unnest(busy) AS t WHERE t > now()) AS busy,
        least(greatest(per_second, 2), tokens + per_second * greatest(0, extract(epoch FROM clock_timestamp() - filled_at))) AS tokens
      FROM mailbox_limits WHERE workspace_id = $1 AND account_id = $2 AND mailbox = $3 FOR UPDATE
    ),
    turn AS (
      SELECT *, tokens >= CASE $4 WHEN 'fast' THEN 1 ELSE 2 END AND cardinality(busy) < most AS granted FROM filled
    )
    UPDATE mailbox_limits l SET
      tokens = turn.tokens - turn.granted::int, filled_at = clock_timestamp(),
      busy = CASE WHEN turn.granted THEN turn.busy || (clock_timestamp() + ${CALL}) ELSE turn.busy END
    FROM turn WHERE l.workspace_id = $1 AND l.account_id = $2 AND l.mailbox = $3
    RETURNING turn.granted`,
};

const END = {
  name: 'mailbox-limits-end',
  text: `
    UPDATE mailbox_limits SET
      busy = busy[2:],
      per_second = CASE WHEN $4 AND changed_at < now() - ${RECOVERY} THEN per_second + least(per_second, ${STEP}) ELSE per_second END,
      changed_at = CASE WHEN $4 AND changed_at < now() - ${RECOVERY} THEN now() ELSE changed_at END
    WHERE workspace_id = $1 AND account_id = $2 AND mailbox = $3
    RETURNING per_second`,
};

const LIFT = `
  DELETE FROM mailbox_limits
  WHERE workspace_id = $1 AND account_id = $2 AND mailbox = $3 AND per_second >= ${LIFTED_RATE}`;

const DEFER = {
  name: 'mailbox-limits-defer',
  text: `
    INSERT INTO mailbox_limits AS l (workspace_id, account_id, mailbox, per_second, tokens, detail)
    VALUES ($1, $2, $3, ${FIRST_RATE}, 0, $4)
    ON CONFLICT (workspace_id, account_id, mailbox) DO UPDATE SET
      per_second = CASE WHEN l.changed_at < now() - ${SAME_DEFERRAL} THEN greatest(${LEAST_RATE}, l.per_second / 2) ELSE l.per_second END,
      changed_at = CASE WHEN l.changed_at < now() - ${SAME_DEFERRAL} THEN now() ELSE l.changed_at END,
      tokens = least(l.tokens, 0), filled_at = clock_timestamp(), detail = excluded.detail`,
};
