import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, LastOwnerError } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { validate } from 'uuid';

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

  /** Returns the ids in lower case, each once. @throws InvalidInputError for lists of other workspaces */
  async knownLists(workspaceId: number, lists: string[] | null): Promise<string[] | null> {
    if (lists === null) return null;
    const ids = [...new Set(lists.map((id) => id.toLowerCase()))];
    const known = ids.every((id) => validate(id)) ? await this.database.execute(LISTS, [workspaceId, ids]) : 0;
    if (known !== ids.length) throw new InvalidInputError([{ field: 'lists', message: 'must be ids of your lists' }]);
    return ids;
  }
}

const LISTS = 'SELECT FROM lists WHERE workspace_id = $1 AND id = ANY($2::uuid[])';
