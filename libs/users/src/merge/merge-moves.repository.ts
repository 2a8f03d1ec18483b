import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { EraseMessages } from './erase-messages.repository.js';
import type { HeldJob, Pace } from '../jobs/user-job.js';
import { UserJobClaims } from '../jobs/user-job-claims.repository.js';

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
  WITH chunk AS MATERIALIZED (
    SELECT address, message_id FROM message_people WHERE workspace_id = $1 AND person_id = $2 LIMIT ${CHUNK})
  UPDATE message_people mp SET person_id = $3 FROM chunk
  WHERE mp.workspace_id = $1 AND mp.address = chunk.address AND mp.message_id = chunk.message_id`;

/** $2, $3: between which the next keys of the source's events stand, in the order of bytes. */
const NEXT_KEYS = `
  SELECT key, created_at FROM event_keys WHERE workspace_id = $1 AND key > $2 AND key < $3 ORDER BY key LIMIT ${CHUNK}`;

/**
 * $4: the job, $5 and $6: what the keys of the source and of the destination begin with. An event that is sent again, now
 * by the uid that forwards, is still stored once. Those of the source stay, for processes that know its id still, so the
 * job notes how far it is.
 */
const KEEP_EVENT_KEYS = `
  WITH chunk AS MATERIALIZED (${NEXT_KEYS}),
  kept AS (
    INSERT INTO event_keys (workspace_id, key, created_at)
    SELECT $1, $6::text || substr(key, length($5::text) + 1), created_at FROM chunk ORDER BY key ON CONFLICT DO NOTHING)
  UPDATE user_jobs SET keys_after = (SELECT max(key) FROM chunk)
  WHERE workspace_id = $1 AND id = $4 AND EXISTS (SELECT FROM chunk)`;

const FORGET_EVENT_KEYS = `
  WITH chunk AS MATERIALIZED (${NEXT_KEYS})
  DELETE FROM event_keys e USING chunk WHERE e.workspace_id = $1 AND e.key = chunk.key`;

/**
 * Members of an account. Rows in use are left for the next sweep: whoever has them may be waiting for the job. Nobody
 * becomes a member of their own account.
 */
const MOVE_MEMBERS = `
  WITH chunk AS MATERIALIZED (
    SELECT person_id FROM account_members WHERE workspace_id = $1 AND account_id = $2
    LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED),
  gone AS (
    DELETE FROM account_members m USING chunk
    WHERE m.workspace_id = $1 AND m.account_id = $2 AND m.person_id = chunk.person_id
    RETURNING m.person_id, m.role, m.joined_at),
  moved AS (
    INSERT INTO account_members AS kept (workspace_id, account_id, person_id, role, joined_at)
    SELECT $1, $3::uuid, person_id, role, joined_at FROM gone WHERE person_id <> $3::uuid ORDER BY person_id
    ON CONFLICT (workspace_id, account_id, person_id) DO UPDATE SET role = coalesce(kept.role, excluded.role))
  SELECT count(*)::int AS count FROM gone`;

/** Also where the person is a member, should they have become one in the last moment. */
const ERASE_MEMBERS = `
  WITH chunk AS MATERIALIZED (
    SELECT account_id, person_id FROM account_members
    WHERE workspace_id = $1 AND (account_id = $2 OR person_id = $2) LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED)
  DELETE FROM account_members m USING chunk
  WHERE m.workspace_id = $1 AND m.account_id = chunk.account_id AND m.person_id = chunk.person_id`;

/** As events.service.ts begins them. */
const keyPrefix = (personId: string) => `api ${personId} `;

/** A chunk of something more, in the transaction of the others. @returns how many rows there were */
type Step = () => Promise<number>;

const NOTHING_MORE: Step = () => Promise.resolve(0);

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

  /**
   * Goes on until nothing is left, or the job has to give way.
   * @param more what else is to be erased
   * @throws LostLeaseError
   */
  async run(job: HeldJob, from: string, pace: Pace, more: Step = NOTHING_MORE): Promise<void> {
    while (!pace.isOver()) {
      if ((await this.chunk(job, from, more)) > 0) continue;
      return this.claims.swept(job, SWEEPS[job.sweeps]);
    }
    await this.claims.release(job);
  }

  /** The keys come before the events that they are of. @returns how many rows there were, more or less */
  private chunk(job: HeldJob, from: string, more: Step): Promise<number> {
    const { workspace_id: workspaceId } = job;
    return this.database.transaction(async () => {
      const { to_person: to, keys_after } = await this.claims.ahead(job);
      const start = keyPrefix(from);
      const end = `api ${from}!`;
      if (to === null) {
        const keys = await this.database.execute(FORGET_EVENT_KEYS, [workspaceId, start, end]);
        const events = await this.database.execute(ERASE_EVENTS, [workspaceId, from]);
        const members = await this.database.execute(ERASE_MEMBERS, [workspaceId, from]);
        return keys + events + members + (await this.messages.chunk(workspaceId, from)) + (await more());
      }
      const keys = await this.database.execute(KEEP_EVENT_KEYS, [
        workspaceId,
        keys_after ?? start,
        end,
        job.id,
        start,
        keyPrefix(to),
      ]);
      if (keys > 0) return keys;
      const events = await this.database.execute(MOVE_EVENTS, [workspaceId, from, to]);
      const messages = await this.database.execute(MOVE_MESSAGES, [workspaceId, from, to]);
      const [members] = await this.database.query<{ count: number }>(MOVE_MEMBERS, [workspaceId, from, to]);
      return events + messages + (members?.count ?? 0);
    });
  }
}
