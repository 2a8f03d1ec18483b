import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { suppressionKey } from '../message/suppression-key.js';

/** Somebody who asked a provider for no more mail of a list. */
export interface ReportedOptOut {
  workspaceId: number;
  listId: string;
  /** As suppressions know it. */
  address: string;
}

/** One that is being worked on; another report of the same makes it a newer one. */
export interface ClaimedOptOut extends ReportedOptOut {
  reportedAt: Date;
}

/**
 * Who left a list at a provider. No mail of the list goes there from the report on; what else follows is for whoever keeps
 * the memberships, who takes them from here.
 */
@Injectable()
export class ReportedOptOuts {
  constructor(@Inject(Database) private readonly database: Database) {}

  async add({ workspaceId, listId, address }: ReportedOptOut): Promise<void> {
    await this.database.execute(ADD, [workspaceId, listId, suppressionKey(address)]);
  }

  /** Some that are due. Those that are not done within a minute are due again. */
  claim(most: number): Promise<ClaimedOptOut[]> {
    return this.database.query<ClaimedOptOut & Record<string, unknown>>(CLAIM, [most]);
  }

  /** @returns whether it was still to do: it is not once somebody else did it, or it was reported again */
  async done({ workspaceId, listId, address, reportedAt }: ClaimedOptOut): Promise<boolean> {
    return (await this.database.execute(DONE, [workspaceId, listId, address, reportedAt])) > 0;
  }
}

const ADD = {
  name: 'reported-departures-add',
  text: `
    INSERT INTO reported_departures (workspace_id, list_id, address) VALUES ($1, $2, $3)
    ON CONFLICT (workspace_id, list_id, address) DO UPDATE SET due_at = now(), reported_at = now()`,
};

const CLAIM = {
  name: 'reported-departures-claim',
  text: `
    WITH due AS MATERIALIZED (
      SELECT workspace_id, list_id, address FROM reported_departures WHERE due_at <= now()
      ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    UPDATE reported_departures r SET due_at = now() + interval '1 minute' FROM due
    WHERE r.workspace_id = due.workspace_id AND r.list_id = due.list_id AND r.address = due.address
    RETURNING r.workspace_id AS "workspaceId", r.list_id AS "listId", r.address, r.reported_at AS "reportedAt"`,
};

const DONE = {
  name: 'reported-departures-done',
  text: `
    DELETE FROM reported_departures
    WHERE workspace_id = $1 AND list_id = $2 AND address = $3 AND reported_at = $4`,
};
