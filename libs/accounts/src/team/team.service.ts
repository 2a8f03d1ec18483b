import { Inject, Injectable } from '@nestjs/common';
import {
  EmptyUpdateError,
  NotSignedInError,
  type Role,
  SharedLoginError,
  UnknownMemberError,
  UnknownWorkspaceError,
} from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { validate } from 'uuid';
import { Logins } from '../logins/logins.repository.js';
import { SecondFactors } from '../logins/second-factors.service.js';
import { Member } from './member.entity.js';
import { Sessions } from './sessions.repository.js';
import { checkLimit, checkMayDecide, checkOwner } from './team-access.js';
import { TeamRepository } from './team.repository.js';

/** A member, and what only owners get to know. */
export interface SeenMember extends Member {
  hasFactor: boolean;
  lastSeenAt: Date | null;
}

/** The members of a workspace: who they are, and what they may do. */
@Injectable()
export class Team {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(TeamRepository) private readonly team: TeamRepository,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(Logins) private readonly logins: Logins,
    @Inject(SecondFactors) private readonly factors: SecondFactors,
  ) {}

  /** Returns the members, oldest first; for owners, with their second factors and when they were last seen. */
  async list({ workspaceId, role }: Caller): Promise<SeenMember[]> {
    const order = { createdAt: 'ASC', id: 'ASC' } as const;
    const members = await this.database.repository(Member).find({ where: { workspaceId }, order });
    const states = role === 'owner' ? await this.team.states(workspaceId) : [];
    const byId = new Map(states.map((state) => [state.id, state]));
    return members.map((member) => {
      const { two_factor: hasFactor = false, last_seen_at: lastSeenAt = null } = byId.get(member.id) ?? {};
      return { ...member, hasFactor, lastSeenAt };
    });
  }

  /**
   * Changes role and lists; other processes notice within a second.
   * @throws UnknownMemberError, RoleNeededError, LastOwnerError, InvalidInputError, EmptyUpdateError
   */
  async change(caller: Caller, id: string, changes: { role?: Role; lists?: string[] | null }): Promise<SeenMember> {
    if (changes.role === undefined && changes.lists === undefined) throw new EmptyUpdateError(['role', 'lists']);
    const { workspaceId } = caller;
    await this.deciding(caller, id, async (member) => {
      const role = changes.role ?? member.role;
      checkMayDecide(caller, role);
      const listIds = await this.team.knownLists(
        workspaceId,
        changes.lists === undefined ? member.listIds : changes.lists,
      );
      checkLimit(role, listIds);
      await this.database.repository(Member).update({ workspaceId, id: member.id }, { role, listIds });
    });
    return (await this.list(caller)).find((each) => each.id === id.toLowerCase()) as SeenMember;
  }

  /** Removes a member and ends their sessions. @throws UnknownMemberError, RoleNeededError, LastOwnerError */
  async remove(caller: Caller, id: string): Promise<void> {
    await this.deciding(caller, id, async ({ workspaceId, id: memberId, loginId }) => {
      await this.database.repository(Member).delete({ workspaceId, id: memberId });
      await this.logins.deleteUnused(loginId);
    });
  }

  /** Leaves the workspace of the session. @throws UnknownWorkspaceError if another one is named, LastOwnerError, NotSignedInError */
  async leave(caller: Caller, named: number): Promise<void> {
    const { workspaceId, memberId } = caller;
    if (memberId === undefined) throw new NotSignedInError();
    if (named !== workspaceId) throw new UnknownWorkspaceError();
    await this.deciding({ ...caller, role: 'owner' }, memberId, async ({ loginId }) => {
      await this.database.repository(Member).delete({ workspaceId, id: memberId });
      await this.logins.deleteUnused(loginId);
    });
  }

  /** Ends the sessions of a member in this workspace. @throws RoleNeededError, UnknownMemberError */
  async endSessions(caller: Caller, id: string): Promise<void> {
    checkOwner(caller);
    const { workspaceId } = caller;
    const member = await this.find(workspaceId, id);
    await this.sessions.endAll(workspaceId, member.id);
  }

  /** Ends the sessions of all members in this workspace, except the caller's. @throws RoleNeededError */
  async endAllSessions(caller: Caller, token: string | undefined): Promise<void> {
    checkOwner(caller);
    await this.sessions.endAllIn(caller.workspaceId, token);
  }

  /**
   * Turns off the second factor of a member who lost it, and ends the sessions of the person.
   * @throws UnknownMemberError; SharedLoginError if the person is in a workspace that the caller does not own
   */
  async resetFactor(caller: Caller, id: string): Promise<void> {
    checkOwner(caller);
    const { workspaceId, memberId } = caller;
    const { loginId } = await this.find(workspaceId, id);
    await this.database.transaction(async () => {
      if (!(await this.team.ownsWorkspacesOf(workspaceId, memberId, loginId))) throw new SharedLoginError();
      await this.factors.remove(loginId);
      await this.sessions.endOf(loginId);
    });
  }

  private async find(workspaceId: number, id: string): Promise<Member> {
    const member = validate(id) ? await this.database.repository(Member).findOneBy({ workspaceId, id }) : null;
    if (!member) throw new UnknownMemberError();
    return member;
  }

  private deciding<T>(caller: Caller, id: string, decide: (member: Member) => Promise<T>): Promise<T> {
    const { workspaceId } = caller;
    return this.database.transaction(async () => {
      await this.team.lock(workspaceId);
      const member = await this.find(workspaceId, id);
      checkMayDecide(caller, member.role);
      const result = await decide(member);
      await this.team.checkOwner(workspaceId);
      this.sessions.refresh();
      return result;
    });
  }
}
