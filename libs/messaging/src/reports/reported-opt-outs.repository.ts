import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { suppressionKey } from '../message/suppression-key.js';

/** A person's opt-out from a list at a provider. */
export interface ReportedOptOut {
  workspaceId: number;
  listId: string;
  /** In the spelling of suppressions. */
  address: string;
}

/** An opt-out being processed. A later report of the same opt-out has a later time. */
export interface ClaimedOptOut extends ReportedOptOut {
  reportedAt: Date;
}

interface OptOutRow extends Record<string, unknown> {
  workspace_id: number;
  list_id: string;
  address: string;
  reported_at: Date;
}

/**
 * Queues opt-outs from lists that providers reported. Mail of the list stops with the report; the library that keeps the
 * memberships takes the rest from here.
 */
@Injectable()
export class ReportedOptOuts {
  constructor(@Inject(Database) private readonly database: Database) {}

  async add({ workspaceId, listId, address }: ReportedOptOut): Promise<void> {
    await this.database.execute(ADD, [workspaceId, listId, suppressionKey(address)]);
  }

  /** Claims up to `most` due opt-outs. An opt-out that is not `done` within a minute is due again. */
  async claim(most: number): Promise<ClaimedOptOut[]> {
    const rows = await this.database.query<OptOutRow>(CLAIM, [most]);
    return rows.map(({ workspace_id, list_id, address, reported_at }) => ({
      workspaceId: workspace_id,
      listId: list_id,
      address,
      reportedAt: reported_at,
    }));
  }

  /** @returns false if another process has done it already, or it was reported again meanwhile */
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
    RETURNING r.workspace_id, r.list_id, r.address, r.reported_at`,
};

const DONE = {
  name: 'reported-departures-done',
  text: `
    DELETE FROM reported_departures
    WHERE workspace_id = $1 AND list_id = $2 AND address = $3 AND reported_at = $4`,
};
