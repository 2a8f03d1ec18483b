import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Database, type Backlog, type Expiry } from '@dundun/platform/database';
import type { EndpointKey } from './fan-out.repository.js';
import { entryOf, FEED_DAYS } from '../feed/feed.statements.js';
import type { ReceiverAnswer } from '../endpoints/receiver.service.js';
import { RETRY_DAYS } from './retry-schedule.js';
import { SEALED } from '../endpoints/webhook-endpoints.repository.js';

/** What a worker deletes: entries a day after their cursors expire, deliveries and attempts after 30 days. */
export const webhooksExpiry: Expiry[] = [
  { table: 'feed_entries', column: 'created_at', after: `${FEED_DAYS + 1} days` },
  { table: 'webhook_deliveries', column: 'created_at', after: `${FEED_DAYS} days` },
  { table: 'webhook_attempts', column: 'started_at', after: `${FEED_DAYS} days` },
];

/** Counts the backlog. Deliveries of a disabled endpoint wait for its owner and do not count. */
export const webhooksBacklog: Backlog = {
  work: 'webhooks',
  table: 'webhook_deliveries d',
  where: `EXISTS (
    SELECT FROM webhook_endpoints e
    WHERE e.workspace_id = d.workspace_id AND e.id = d.endpoint_id AND e.disabled_at IS NULL)`,
};

/** A delivery claimed by a worker; `attempts` and `tries` include the coming call. */
export interface ClaimedWebhookDelivery extends Record<string, unknown> {
  workspace_id: number;
  endpoint_id: string;
  id: string;
  type: string;
  /** Fencing token: writes with an older one are rejected. */
  claim: number;
  /** The number of this call. */
  attempts: number;
  tries: number;
  asked_at: Date;
  url: string;
  sealed: string[];
  failing_since: Date | null;
  /** Null once the entry is deleted. */
  at: Date | null;
  data: JsonObject;
}

/** The state after a call, and the milliseconds until the next one; null for none. */
export interface NextStep {
  state: 'pending' | 'delivered' | 'failed';
  wait: number | null;
}

/** A call takes up to 10 seconds; after the lease another worker takes over the deliveries of a killed one. */
const LEASE = `interval '15 seconds'`;

/**
 * In random order, so that each endpoint is served where there are more than slots. Order and LIMIT prevent a hash of all due
 * rows.
 */
const DUE = `
  SELECT e.workspace_id, e.id FROM webhook_endpoints e CROSS JOIN LATERAL (
    SELECT FROM webhook_deliveries d
    WHERE d.workspace_id = e.workspace_id AND d.endpoint_id = e.id AND d.due_at <= now()
    ORDER BY d.due_at LIMIT 1) AS due
  WHERE e.disabled_at IS NULL
  ORDER BY random()`;

/**
 * Commits the row of the call before the call begins, so that a duplicate can be explained. The update takes its whole key from
 * the due rows: by the parameters alone, a plan may read every delivery of an endpoint that the statistics do not know.
 */
const CLAIM = `
  WITH due AS MATERIALIZED (
    SELECT d.workspace_id, d.endpoint_id, d.id FROM webhook_deliveries d
    WHERE d.workspace_id = $1 AND d.endpoint_id = $2 AND d.due_at <= now()
      AND EXISTS (SELECT FROM webhook_endpoints e WHERE e.workspace_id = $1 AND e.id = $2 AND e.disabled_at IS NULL)
    ORDER BY d.due_at LIMIT $3 FOR UPDATE OF d SKIP LOCKED
  ),
  claimed AS (
    UPDATE webhook_deliveries d
    SET claim = d.claim + 1, attempts = d.attempts + 1, tries = d.tries + 1, due_at = now() + ${LEASE}
    FROM due WHERE d.workspace_id = due.workspace_id AND d.endpoint_id = due.endpoint_id AND d.id = due.id
    RETURNING d.*
  ),
  marked AS (
    INSERT INTO webhook_attempts (workspace_id, endpoint_id, delivery_id, number)
    SELECT workspace_id, endpoint_id, id, attempts FROM claimed
  )
  SELECT c.workspace_id, c.endpoint_id, c.id, c.type, c.claim, c.attempts, c.tries, c.asked_at, e.url, ${SEALED('e')} AS sealed,
    e.failing_since, entry.at, entry.data
  FROM claimed c
  JOIN webhook_endpoints e ON e.workspace_id = c.workspace_id AND e.id = c.endpoint_id
  LEFT JOIN LATERAL (${entryOf({ workspace: '$1', xid: 'c.xid', id: 'c.id', type: 'c.type' })}) AS entry ON true`;

const RECORD = `
  WITH attempt AS (
    UPDATE webhook_attempts SET milliseconds = $6, status = $7, response = $8, error = $9
    WHERE workspace_id = $1 AND endpoint_id = $2 AND delivery_id = $3 AND number = $5
  )
  UPDATE webhook_deliveries SET
    status = $7, error = $9, state = $10, due_at = now() + $11::float8 * interval '1 millisecond',
    ended_at = CASE WHEN $11::float8 IS NULL THEN now() END
  WHERE workspace_id = $1 AND endpoint_id = $2 AND id = $3 AND claim = $4`;

const NOTE_HEALTH = `
  UPDATE webhook_endpoints SET failing_since = CASE WHEN $3 THEN NULL ELSE now() END
  WHERE workspace_id = $1 AND id = $2 AND (failing_since IS NOT NULL) = $3`;

/** Disables an endpoint and writes `webhook.disabled` to the feed, where other endpoints and readers see it. */
const DISABLE = `
  WITH disabled AS (
    UPDATE webhook_endpoints SET disabled_at = now(), disabled_reason = $3
    WHERE workspace_id = $1 AND id = $2 AND disabled_at IS NULL
      AND ($3 = 'gone' OR failing_since < now() - interval '${RETRY_DAYS} days')
    RETURNING workspace_id, id, url
  )
  INSERT INTO feed_entries (workspace_id, type, data)
  SELECT workspace_id, 'webhook.disabled', jsonb_build_object('webhook_id', id, 'url', url, 'reason', $3::text) FROM disabled`;

/** Claims due deliveries and records their calls. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the endpoints that have due deliveries. */
  endpointsWithWork(): Promise<EndpointKey[]> {
    return this.database.query<EndpointKey>(DUE);
  }

  claim({ workspace_id, id }: EndpointKey, most: number): Promise<ClaimedWebhookDelivery[]> {
    return this.database.query<ClaimedWebhookDelivery>(CLAIM, [workspace_id, id, most]);
  }

  /** Records a call. @returns false when the delivery was claimed or replayed in the meantime; the call is recorded anyway */
  async record(held: ClaimedWebhookDelivery, answer: ReceiverAnswer, { state, wait }: NextStep): Promise<boolean> {
    const { workspace_id, endpoint_id, id, claim, attempts } = held;
    const { milliseconds, status, response, error } = answer;
    const changed = await this.database.execute(RECORD, [
      ...[workspace_id, endpoint_id, id, claim, attempts],
      ...[milliseconds, status, response, error, state, wait],
    ]);
    return changed > 0;
  }

  /** Updates the health of the endpoint, in a statement of its own to avoid holding a delivery while waiting for the endpoint. */
  async noteHealth(held: ClaimedWebhookDelivery, { isDelivered, status }: ReceiverAnswer): Promise<void> {
    const key = [held.workspace_id, held.endpoint_id];
    if (isDelivered !== (held.failing_since === null)) await this.database.execute(NOTE_HEALTH, [...key, isDelivered]);
    if (isDelivered) return;
    const reason = status === 410 ? 'gone' : 'failing';
    if ((await this.database.execute(DISABLE, [...key, reason])) === 0) return;
    const ids = { workspace_id: held.workspace_id, webhook_id: held.endpoint_id };
    this.logger.warn({ ...ids, reason }, 'a webhook was disabled; the feed of its workspace says so');
  }
}
