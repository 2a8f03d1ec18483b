import { Inject, Injectable } from '@nestjs/common';
import type { EndedMessages } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** Whether attempts of a group may start; a stopped group never opens again. */
export type GroupState = 'open' | 'paused' | 'stopped';

/** Why a message of a paused group waits, and why one of a stopped group was canceled. */
export const GROUP_PAUSED = 'its group is paused';
export const GROUP_STOPPED = 'its group was stopped';
/** Why a message of a group that was resumed waits, or was taken back. */
export const WRONG_HOUR = 'it may not arrive at this hour';

const OPEN = `INSERT INTO message_groups (workspace_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
const CHANGE = `
  UPDATE message_groups SET state = $3, changed_at = now()
  WHERE workspace_id = $1 AND id = $2 AND state = ANY ($4::text[])`;
/** A statement of its own: it has to see what was parked until the change of the group got its lock. */
const UNPARK = `
  UPDATE messages SET due_at = now(), reason = NULL WHERE workspace_id = $1 AND group_id = $2 AND due_at = 'infinity'`;
const KEPT = `
  SELECT id, recipients->0->>'address' AS address, attempts FROM messages WHERE workspace_id = $1 AND group_id = $2 AND due_at = 'infinity'`;
const PUT_OFF = `
  UPDATE messages m SET due_at = g.at, reason = '${WRONG_HOUR}'
  FROM jsonb_to_recordset($3::jsonb) AS g(id uuid, at timestamptz)
  WHERE m.workspace_id = $1 AND m.group_id = $2 AND m.due_at = 'infinity' AND m.id = g.id`;
const ENDED = `
  SELECT status, sum(count)::bigint AS count FROM message_group_counts
  WHERE workspace_id = $1 AND group_id = $2 GROUP BY 1 HAVING sum(count) <> 0`;
const STATE = `SELECT state FROM message_groups WHERE workspace_id = $1 AND id = $2`;

/** A message that a pause kept back. */
export interface KeptMessage extends Record<string, unknown> {
  id: string;
  address: string;
  attempts: number;
}

/** Takes back what is made anew later. @returns which of the others wait on, and until when */
type Waiting = (kept: KeptMessage[]) => Promise<{ id: string; at: Date }[]>;

/**
 * Pauses, resumes and stops messages together ([ADR 52](../../../../docs/adr/0052-groups-of-messages.md)). The statement that starts
 * an attempt asks the group, under a lock that a change waits for: after its commit no attempt starts, and within a second no
 * content leaves any more. Each method joins the open transaction.
 */
@Injectable()
export class MessageGroups {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Makes a group, whose id its messages name. One that exists stays as it is. */
  async open(workspaceId: number, id: string): Promise<void> {
    await this.database.execute(OPEN, [workspaceId, id]);
  }

  /** Keeps back what has not started. @returns false if the group is not open */
  pause(workspaceId: number, id: string): Promise<boolean> {
    return this.change(workspaceId, id, 'paused', ['open']);
  }

  /** Makes what was kept back due, now or when it may arrive. @returns false if the group is not paused */
  resume(workspaceId: number, id: string, waiting?: Waiting): Promise<boolean> {
    return this.change(workspaceId, id, 'open', ['paused'], waiting);
  }

  /** Cancels what has not started, for good; workers do it as they meet each message. @returns false if it is stopped already */
  stop(workspaceId: number, id: string): Promise<boolean> {
    return this.change(workspaceId, id, 'stopped', ['open', 'paused']);
  }

  /** @returns undefined if there is no such group */
  async stateOf(workspaceId: number, id: string): Promise<GroupState | undefined> {
    const [row] = await this.database.query<{ state: GroupState }>(STATE, [workspaceId, id]);
    return row?.state;
  }

  /** Counts the messages of a group that have ended, by status; one that ended as sent may be reported as bounced later. */
  async ended(workspaceId: number, id: string): Promise<EndedMessages> {
    const rows = await this.database.query<{ status: keyof EndedMessages; count: string }>(ENDED, [workspaceId, id]);
    return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
  }

  private change(
    workspaceId: number,
    id: string,
    state: GroupState,
    from: GroupState[],
    waiting?: Waiting,
  ): Promise<boolean> {
    return this.database.transaction(async () => {
      const changed = await this.database.execute(CHANGE, [workspaceId, id, state, from]);
      if (changed > 0 && waiting) await this.putOff(workspaceId, id, waiting);
      if (changed > 0 && state !== 'paused') await this.database.execute(UNPARK, [workspaceId, id]);
      return changed > 0;
    });
  }

  private async putOff(workspaceId: number, id: string, waiting: Waiting): Promise<void> {
    const kept = await this.database.query<KeptMessage>(KEPT, [workspaceId, id]);
    const later = await waiting(kept);
    if (later.length > 0) await this.database.execute(PUT_OFF, [workspaceId, id, JSON.stringify(later)]);
  }
}
