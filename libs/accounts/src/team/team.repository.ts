import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, LastOwnerError } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { validate } from 'uuid';

/** What owners get to know of a member. */
export interface MemberState extends Record<string, unknown> {
  id: string;
  two_factor: boolean;
  last_seen_at: Date | null;
}

/** Reads and locks what decisions about members need. */
@Injectable()
export class TeamRepository {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Serializes changes of the members of a workspace until the commit. */
  async lock(workspaceId: number): Promise<void> {
    await this.database.execute('SELECT FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [workspaceId]);
  }

  /** @throws LastOwnerError inside the transaction of the change */
  async checkOwner(workspaceId: number): Promise<void> {
    const owners = await this.database.execute(
      `SELECT FROM members WHERE workspace_id = $1 AND role = 'owner' LIMIT 1`,
      [workspaceId],
    );
    if (owners === 0) throw new LastOwnerError();
  }

  /** Returns whether the workspace has an owner besides a member. */
  async hasOtherOwner(workspaceId: number, memberId: string): Promise<boolean> {
    const others = `SELECT FROM members WHERE workspace_id = $1 AND role = 'owner' AND id <> $2 LIMIT 1`;
    return (await this.database.execute(others, [workspaceId, memberId])) > 0;
  }

  /** Returns who has a second factor, and when each member was last seen here. */
  states(workspaceId: number): Promise<MemberState[]> {
    return this.database.query<MemberState>(STATES, [workspaceId]);
  }

  /** Returns whether a member owns every workspace of a person. */
  async ownsWorkspacesOf(workspaceId: number, memberId: string | undefined, loginId: string): Promise<boolean> {
    return (await this.database.execute(NOT_OWNED, [workspaceId, memberId ?? null, loginId])) === 0;
  }

  /** Returns the ids in lower case, each once. @throws InvalidInputError for lists of other workspaces */
  async knownLists(workspaceId: number, lists: string[] | null): Promise<string[] | null> {
    if (lists === null) return null;
    const ids = [...new Set(lists.map((id) => id.toLowerCase()))];
    const known = ids.every((id) => validate(id)) ? await this.database.execute(LISTS, [workspaceId, ids]) : 0;
    if (known !== ids.length) throw new InvalidInputError([{ field: 'lists', message: 'must be ids of your lists' }]);
    return ids;
  }
}

const STATES = `
  SELECT m.id, l.totp_since IS NOT NULL AS two_factor,
    (SELECT max(s.last_seen_at) FROM sessions s WHERE s.workspace_id = m.workspace_id AND s.member_id = m.id) AS last_seen_at
  FROM members m JOIN logins l ON l.id = m.login_id WHERE m.workspace_id = $1`;
const NOT_OWNED = `
  SELECT FROM members theirs WHERE theirs.login_id = $3 AND NOT EXISTS (
    SELECT FROM members own JOIN members me ON me.login_id = own.login_id
    WHERE me.workspace_id = $1 AND me.id = $2 AND own.workspace_id = theirs.workspace_id AND own.role = 'owner')`;
const LISTS = 'SELECT FROM lists WHERE workspace_id = $1 AND id = ANY($2::uuid[])';
