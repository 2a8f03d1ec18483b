import { Inject, Injectable } from '@nestjs/common';
import type { Approver } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** A member who may approve. */
export interface ApprovingMember extends Approver, Record<string, unknown> {
  email: string;
}

const COLUMNS = `id, email, coalesce(nullif(name, ''), email) AS name`;
const APPROVING = `
  SELECT ${COLUMNS} FROM members WHERE workspace_id = $1 AND role IN ('owner', 'admin') AND list_ids IS NULL ORDER BY email`;
const MEMBER = `SELECT ${COLUMNS} FROM members WHERE workspace_id = $1 AND id = $2`;

/** Reads who may approve. */
@Injectable()
export class Approvers {
  constructor(@Inject(Database) private readonly database: Database) {}

  all(workspaceId: number): Promise<ApprovingMember[]> {
    return this.database.query<ApprovingMember>(APPROVING, [workspaceId]);
  }

  async member(workspaceId: number, id: string): Promise<ApprovingMember | undefined> {
    const [row] = await this.database.query<ApprovingMember>(MEMBER, [workspaceId, id]);
    return row;
  }
}
