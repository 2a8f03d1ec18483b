import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { FEW } from './segment-members.repository.js';

const PEOPLE = `SELECT id FROM people WHERE workspace_id = $1 AND id > $2 ORDER BY workspace_id, id LIMIT ${FEW}`;

const ON_LIST = `
  SELECT person_id AS id FROM memberships
  WHERE workspace_id = $1 AND list_id = $3 AND person_id > $2 AND (status <> 'unsubscribed') IS TRUE
  ORDER BY workspace_id, list_id, person_id LIMIT ${FEW}`;

/** Walks through all people of a workspace or of a list, a thousand at a time. Writes nothing. */
@Injectable()
export class PeopleWalk {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the next people in the order of their ids. @param list only those who are on it, pending ones too */
  async next(workspaceId: number, after: string, list?: string): Promise<string[]> {
    const values = list === undefined ? [workspaceId, after] : [workspaceId, after, list];
    const rows = await this.database.query<{ id: string }>(list === undefined ? PEOPLE : ON_LIST, values);
    return rows.map(({ id }) => id);
  }
}
