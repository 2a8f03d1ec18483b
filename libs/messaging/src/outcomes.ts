import { Inject, Injectable } from '@nestjs/common';
import { Database, GroupCommit } from '@dundun/platform/database';
import type { Outcome } from '@dundun/providers';
import type { NextState } from './delivery-policy.js';
import type { ClaimedMessage } from './message.js';

/** How an attempt ended and what follows from it. Without an attempt only the message changes. */
export interface Ending {
  message: ClaimedMessage;
  next: NextState;
  attempt?: { number: number; provider: string; outcome: Outcome };
}

/** Upper bounds of the latency histogram, in milliseconds; the last one is everything slower. */
export const LATENCY_BUCKETS = [
  50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000, 60_000, 300_000, 3_600_000, 2_147_483_647,
];

const END_ATTEMPTS = {
  name: 'attempts-end',
  text: `
    UPDATE attempts a SET ended_at = now(), outcome = ended.outcome, provider_message_id = ended.provider_message_id, detail = ended.detail
    FROM jsonb_to_recordset($1::jsonb) AS ended(workspace_id int, id uuid, number int, outcome text, provider_message_id text, detail text)
    WHERE a.workspace_id = ended.workspace_id AND a.message_id = ended.id AND a.number = ended.number AND a.outcome IS NULL
    RETURNING a.message_id`,
};

/** A zombie's late word is refused by the fencing token; what this returns was not refused. */
const CHANGE_MESSAGES = {
  name: 'messages-after-attempt',
  text: `
    WITH next AS MATERIALIZED (
      SELECT next.* FROM jsonb_to_recordset($1::jsonb)
        AS next(workspace_id int, id uuid, claim int, status text, recipients jsonb, reason text, wait bigint)
      JOIN messages m ON m.workspace_id = next.workspace_id AND m.id = next.id AND m.claim = next.claim
      ORDER BY m.workspace_id, m.id FOR UPDATE OF m
    )
    UPDATE messages m SET
      status = next.status, recipients = next.recipients, reason = next.reason,
      due_at = CASE WHEN next.wait IS NULL THEN NULL ELSE now() + next.wait * interval '1 millisecond' END,
      ended_at = CASE WHEN next.wait IS NULL THEN now() END
    FROM next WHERE m.workspace_id = next.workspace_id AND m.id = next.id
    RETURNING m.id`,
};

const COUNT = {
  name: 'delivery-counts-add',
  text: `
    INSERT INTO delivery_counts (workspace_id, day, channel, provider, outcome, bucket, slot, count, milliseconds)
    SELECT workspace_id, (now() AT TIME ZONE 'utc')::date, channel, provider, outcome, bucket, $2, count(*), sum(ms)
    FROM jsonb_to_recordset($1::jsonb) AS done(workspace_id int, channel text, provider text, outcome text, bucket int, ms bigint)
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (workspace_id, day, channel, provider, outcome, bucket, slot) DO UPDATE
      SET count = delivery_counts.count + excluded.count, milliseconds = delivery_counts.milliseconds + excluded.milliseconds`,
};

/** Records what came of attempts, many with one commit, and counts them in the same transaction. */
@Injectable()
export class Outcomes {
  /** Each worker counts in rows of its own, so that they do not wait for each other. */
  private readonly slot = Math.floor(Math.random() * 32);
  private readonly endings: GroupCommit<Ending, boolean>;

  constructor(@Inject(Database) private readonly database: Database) {
    this.endings = new GroupCommit(database, {
      name: 'outcomes',
      flush: (batch) => this.flush(batch),
      answer: () => ({ body: null }),
    });
  }

  /** @returns false when another worker has the message by now: then nothing was recorded */
  async record(ending: Ending): Promise<boolean> {
    return (await this.endings.submit(ending)) === true;
  }

  /** The messages come first: their rows stay locked, so that nobody claims them before the attempts have ended too. */
  private async flush(batch: Ending[]): Promise<boolean[]> {
    const rows = await this.database.query<{ id: string }>(CHANGE_MESSAGES, [
      JSON.stringify(batch.map(changedMessage)),
    ]);
    const changed = new Set(rows.map(({ id }) => id));
    const isOurs = ({ message }: Ending) => changed.has(message.id);
    const attempts = batch.filter((ending): ending is Required<Ending> => !!ending.attempt && isOurs(ending));
    if (attempts.length > 0) await this.count(attempts, await this.endAttempts(attempts));
    return batch.map(isOurs);
  }

  /** @returns the messages whose attempt had not ended before: one that is recorded again is not counted again */
  private async endAttempts(attempts: Required<Ending>[]): Promise<Set<string>> {
    const rows = await this.database.query<{ message_id: string }>(END_ATTEMPTS, [
      JSON.stringify(attempts.map(endedAttempt)),
    ]);
    return new Set(rows.map(({ message_id }) => message_id));
  }

  private async count(attempts: Required<Ending>[], ended: Set<string>): Promise<void> {
    const rows = attempts.filter(({ message }) => ended.has(message.id)).map(counted);
    if (rows.length > 0) await this.database.execute(COUNT, [JSON.stringify(rows), this.slot]);
  }
}

const endedAttempt = ({ message, attempt: { number, outcome } }: Required<Ending>) => ({
  workspace_id: message.workspace_id,
  id: message.id,
  number,
  outcome: outcome.kind,
  provider_message_id: outcome.kind === 'accepted' ? outcome.providerId : null,
  detail: outcome.detail.slice(0, 2_000),
});

const changedMessage = ({ message, next }: Ending) => ({
  workspace_id: message.workspace_id,
  id: message.id,
  claim: message.claim,
  status: next.status,
  recipients: next.recipients,
  reason: next.reason?.slice(0, 2_000) ?? null,
  wait: next.wait,
});

function counted({ message, attempt: { provider, outcome } }: Required<Ending>) {
  // Clocks of several machines differ and jump: an age must fit into the histogram whatever they say.
  const ms = Math.min(Math.max(0, Date.now() - message.created_at.getTime()), LATENCY_BUCKETS.at(-1) as number);
  const bucket = LATENCY_BUCKETS.find((bound) => ms <= bound);
  return { workspace_id: message.workspace_id, channel: message.channel, provider, outcome: outcome.kind, bucket, ms };
}
