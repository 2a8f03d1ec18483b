import { Inject, Injectable } from '@nestjs/common';
import type { MessageLane } from '@dundun/domain';
import { Database, GroupCommit, type Settler } from '@dundun/platform/database';
import type { Outcome } from '@dundun/providers';
import type { NextState } from './delivery-policy.js';
import { GATHER } from './gather.js';
import { groupCounts } from '../message/message-groups.statements.js';
import type { ClaimedMessage } from '../message/message.js';

/** The end of an attempt and the resulting state of its message. Without an attempt, only the message changes. */
export interface Ending {
  message: ClaimedMessage;
  next: NextState;
  attempt?: { number: number; provider: string; outcome: Outcome };
}

/** Upper bounds of the latency histogram in milliseconds; the last one covers everything slower. */
export const LATENCY_BUCKETS = [
  50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000, 60_000, 300_000, 3_600_000, 2_147_483_647,
];

/**
 * Changes the message, its attempt and the counts together. The fencing token refuses the late outcome of a zombie worker,
 * and an attempt that had already ended is not counted again. Rows are locked in key order, which prevents deadlocks.
 */
const RECORD = {
  name: 'outcomes-record',
  text: `
    WITH given AS (
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS given(
        workspace_id int, id uuid, claim int, status text, recipients jsonb, reason text, wait bigint,
        number int, outcome text, provider_message_id text, detail text, channel text, provider text, bucket int, ms bigint,
        cost jsonb, limited_at timestamptz)
    ),
    ours AS MATERIALIZED (
      SELECT given.* FROM given
      JOIN messages m ON m.workspace_id = given.workspace_id AND m.id = given.id AND m.claim = given.claim
      ORDER BY given.workspace_id, given.id FOR UPDATE OF m
    ),
    changed AS (
      UPDATE messages m SET
        status = ours.status, attempts = greatest(m.attempts, ours.number), recipients = ours.recipients, reason = ours.reason, cost = coalesce(ours.cost, m.cost),
        limited_at = coalesce(ours.limited_at, m.limited_at),
        due_at = CASE WHEN ours.wait IS NULL THEN NULL ELSE now() + ours.wait * interval '1 millisecond' END,
        ended_at = CASE WHEN ours.wait IS NULL THEN now() END
      FROM ours WHERE m.workspace_id = ours.workspace_id AND m.id = ours.id
      RETURNING m.id, m.workspace_id, m.group_id, m.status, m.due_at
    ),
    moves AS (SELECT workspace_id, group_id, status, 1 AS by FROM changed WHERE due_at IS NULL),
    ${groupCounts('moves')},
    ended AS (
      UPDATE attempts a SET
        ended_at = now(), outcome = ours.outcome, provider_message_id = ours.provider_message_id, detail = ours.detail
      FROM ours
      WHERE a.workspace_id = ours.workspace_id AND a.message_id = ours.id AND a.number = ours.number AND a.outcome IS NULL
      RETURNING ours.workspace_id, ours.channel, ours.provider, ours.outcome, ours.bucket, ours.ms
    ),
    counted AS (
      INSERT INTO delivery_counts (workspace_id, day, channel, provider, outcome, bucket, slot, count, milliseconds)
      SELECT workspace_id, (now() AT TIME ZONE 'utc')::date, channel, provider, outcome, bucket, $2, count(*), sum(ms)
      FROM ended GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
      ON CONFLICT (workspace_id, day, channel, provider, outcome, bucket, slot) DO UPDATE SET
        count = delivery_counts.count + excluded.count, milliseconds = delivery_counts.milliseconds + excluded.milliseconds
    )
    SELECT id FROM changed`,
};

/** Records the ends of attempts, many in one commit, and counts them in the same transaction. */
@Injectable()
export class Outcomes {
  /** Spreads the counters over rows, so that workers rarely wait for each other. */
  private readonly slot = Math.floor(Math.random() * 32);
  private readonly endings: Record<MessageLane, GroupCommit<Ending, boolean>>;

  constructor(@Inject(Database) private readonly database: Database) {
    const endings = (gather?: typeof GATHER) =>
      new GroupCommit<Ending, boolean>(database, {
        name: 'outcomes',
        flush: (group) => this.flush(group),
        answer: () => ({ body: null }),
        singleStatement: true,
        gather,
      });
    this.endings = { fast: endings(), bulk: endings(GATHER) };
  }

  /** @returns false if another worker has the message by now; nothing was recorded then */
  async record(ending: Ending): Promise<boolean> {
    return (await this.endings[ending.message.lane].submit(ending)) === true;
  }

  /** Like `record`, without a promise. */
  put(ending: Ending, settler: Settler<boolean>): void {
    this.endings[ending.message.lane].put(ending, settler);
  }

  private async flush(group: Ending[]): Promise<boolean[]> {
    const rows = await this.database.query<{ id: string }>(RECORD, [JSON.stringify(group.map(rowOf)), this.slot]);
    const changed = new Set(rows.map(({ id }) => id));
    return group.map(({ message }) => changed.has(message.id));
  }
}

const MOST_TEXT = 2_000;

const rowOf = ({ message, next, attempt }: Ending) => ({
  workspace_id: message.workspace_id,
  id: message.id,
  claim: message.claim,
  status: next.status,
  recipients: next.recipients,
  reason: next.reason?.slice(0, MOST_TEXT) ?? null,
  wait: next.wait,
  limited_at: message.limited_at,
  ...(attempt && {
    number: attempt.number,
    outcome: attempt.outcome.kind,
    provider_message_id: attempt.outcome.kind === 'accepted' ? attempt.outcome.providerId : null,
    detail: attempt.outcome.detail.slice(0, MOST_TEXT),
    cost: attempt.outcome.kind === 'accepted' ? attempt.outcome.cost : undefined,
    channel: message.channel,
    provider: attempt.provider,
    ...latencyOf(message),
  }),
});

function latencyOf({ created_at }: ClaimedMessage) {
  // Clocks differ and jump, so the age is clamped to the range of the histogram.
  const ms = Math.min(Math.max(0, Date.now() - created_at.getTime()), LATENCY_BUCKETS.at(-1) as number);
  return { ms, bucket: LATENCY_BUCKETS.find((bound) => ms <= bound) };
}
