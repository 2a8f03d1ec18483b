import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { EraseMessages } from './erase-messages.js';
import type { HeldJob, Pace } from './user-job.js';
import { UserJobClaims } from './user-job-claims.js';

const CHUNK = 1_000;

/**
 * When a job looks once more, in seconds after it was done. For ten seconds other processes still know the id of a person
 * who is gone, and a little longer what they have accepted is on its way; a message may be held for a quarter of an hour.
 */
const SWEEPS = [15, 20 * 60];

const MOVE_EVENTS = `
  WITH chunk AS MATERIALIZED (
    SELECT xid, id, received_at FROM events WHERE workspace_id = $1 AND person_id = $2 LIMIT ${CHUNK})
  UPDATE events e SET person_id = $3 FROM chunk
  WHERE e.workspace_id = $1 AND e.xid = chunk.xid AND e.id = chunk.id AND e.received_at = chunk.received_at`;

const ERASE_EVENTS = `
  WITH chunk AS MATERIALIZED (
    SELECT xid, id, received_at FROM events WHERE workspace_id = $1 AND person_id = $2 LIMIT ${CHUNK})
  DELETE FROM events e USING chunk
  WHERE e.workspace_id = $1 AND e.xid = chunk.xid AND e.id = chunk.id AND e.received_at = chunk.received_at`;

const MOVE_MESSAGES = `
  WITH gone AS (
    DELETE FROM message_people WHERE workspace_id = $1 AND person_id = $2 AND message_id IN (
      SELECT message_id FROM message_people WHERE workspace_id = $1 AND person_id = $2 LIMIT ${CHUNK})
    RETURNING message_id),
  kept AS (
    INSERT INTO message_people (workspace_id, person_id, message_id)
    SELECT $1, $3, message_id FROM gone ORDER BY message_id ON CONFLICT DO NOTHING)
  SELECT count(*)::int AS count FROM gone`;

/** $2, $3: between which the keys of the source's events stand, in the order of bytes. */
const KEYS = `FROM event_keys WHERE workspace_id = $1 AND key >= $2 AND key < $3`;

/** $4: what the keys of the destination begin with. An event that is sent again, now by the uid that forwards, is still stored once. */
const KEEP_EVENT_KEYS = `
  INSERT INTO event_keys (workspace_id, key, created_at)
  SELECT workspace_id, $4 || substr(key, length($2) + 1), created_at ${KEYS} ORDER BY 1, 2
  ON CONFLICT DO NOTHING`;

const FORGET_EVENT_KEYS = `DELETE ${KEYS}`;

/** As events.service.ts begins them. */
const keyPrefix = (personId: string) => `api ${personId} `;

/**
 * Takes what is left of somebody who is gone to the person who took their place, or away. Each chunk is a transaction that
 * holds the job's row, so it may be cut anywhere and whatever it did is done once.
 */
@Injectable()
export class MergeMoves {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(UserJobClaims) private readonly claims: UserJobClaims,
    @Inject(EraseMessages) private readonly messages: EraseMessages,
  ) {}

  /** Goes on until nothing is left, or the job has to give way. @throws LostLeaseError */
  async run(job: HeldJob, from: string, pace: Pace): Promise<void> {
    await this.moveKeys(job, from);
    while (!pace.isOver()) {
      if ((await this.chunk(job, from)) > 0) continue;
      return this.claims.swept(job, SWEEPS[job.sweeps]);
    }
    await this.claims.release(job);
  }

  private moveKeys(job: HeldJob, from: string): Promise<number> {
    return this.database.transaction(async () => {
      const { to_person: to } = await this.claims.ahead(job);
      const bounds = [job.workspace_id, keyPrefix(from), `api ${from}!`];
      if (to === null) return this.database.execute(FORGET_EVENT_KEYS, bounds);
      return this.database.execute(KEEP_EVENT_KEYS, [...bounds, keyPrefix(to)]);
    });
  }

  /** @returns how many rows there were */
  private chunk(job: HeldJob, from: string): Promise<number> {
    const { workspace_id: workspaceId } = job;
    return this.database.transaction(async () => {
      const { to_person: to, addresses } = await this.claims.ahead(job);
      if (to === null) {
        const events = await this.database.execute(ERASE_EVENTS, [workspaceId, from]);
        return events + (await this.messages.chunk(workspaceId, from, addresses));
      }
      const events = await this.database.execute(MOVE_EVENTS, [workspaceId, from, to]);
      const [messages] = await this.database.query<{ count: number }>(MOVE_MESSAGES, [workspaceId, from, to]);
      return events + (messages?.count ?? 0);
    });
  }
}
