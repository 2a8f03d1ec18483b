import { Inject, Injectable } from '@nestjs/common';
import { UnknownPersonError } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { People } from './people.repository.js';

/** Which people a member reaches whose access is limited to some lists. */
@Injectable()
export class ListAccess {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(People) private readonly people: People,
  ) {}

  /** Checks that a person is on one of the caller's lists, whatever the status. @throws UnknownPersonError */
  async checkPerson({ workspaceId, lists }: Pick<Caller, 'workspaceId' | 'lists'>, uid: string): Promise<void> {
    if (lists === undefined) return;
    const person = await this.people.findByUid(workspaceId, uid);
    const memberships = person && (await this.database.execute(MEMBERSHIPS, [workspaceId, person.id, lists]));
    if (!memberships) throw new UnknownPersonError();
  }
}

const MEMBERSHIPS = {
  name: 'memberships-of-lists',
  text: 'SELECT FROM memberships WHERE workspace_id = $1 AND person_id = $2 AND list_id = ANY($3::uuid[]) LIMIT 1',
};
