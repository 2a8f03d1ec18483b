import { Inject, Injectable } from '@nestjs/common';
import { EmptyUpdateError, type Role, UnknownMemberError } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { validate } from 'uuid';
import { Member } from './member.entity.js';
import { Sessions } from './sessions.repository.js';
import { checkLimit, checkMayDecide } from './team-access.js';
import { TeamRepository } from './team.repository.js';

/** The members of a workspace: who they are, and what they may do. */
@Injectable()
export class Team {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(TeamRepository) private readonly team: TeamRepository,
    @Inject(Sessions) private readonly sessions: Sessions,
  ) {}

  list(workspaceId: number): Promise<Member[]> {
    return this.database.repository(Member).find({ where: { workspaceId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /**
   * Changes role and lists; other processes notice within a second.
   * @throws UnknownMemberError, RoleNeededError, LastOwnerError, InvalidInputError, EmptyUpdateError
   */
  async change(caller: Caller, id: string, changes: { role?: Role; lists?: string[] | null }): Promise<Member> {
    if (changes.role === undefined && changes.lists === undefined) throw new EmptyUpdateError(['role', 'lists']);
    const { workspaceId } = caller;
    return this.deciding(caller, id, async (member) => {
      const role = changes.role ?? member.role;
      checkMayDecide(caller, role);
      const listIds = await this.team.knownLists(
        workspaceId,
        changes.lists === undefined ? member.listIds : changes.lists,
      );
      checkLimit(role, listIds);
      await this.database.repository(Member).update({ workspaceId, id: member.id }, { role, listIds });
      return { ...member, role, listIds };
    });
  }

  /** Removes a member and ends their sessions. @throws UnknownMemberError, RoleNeededError, LastOwnerError */
  async remove(caller: Caller, id: string): Promise<void> {
    await this.deciding(caller, id, ({ workspaceId, id: memberId }) =>
      this.database.repository(Member).delete({ workspaceId, id: memberId }),
    );
  }

  private deciding<T>(caller: Caller, id: string, decide: (member: Member) => Promise<T>): Promise<T> {
    const { workspaceId } = caller;
    return this.database.transaction(async () => {
      await this.team.lock(workspaceId);
      const member = validate(id) ? await this.database.repository(Member).findOneBy({ workspaceId, id }) : null;
      if (!member) throw new UnknownMemberError();
      checkMayDecide(caller, member.role);
      const result = await decide(member);
      await this.team.checkOwner(workspaceId);
      this.sessions.refresh();
      return result;
    });
  }
}
