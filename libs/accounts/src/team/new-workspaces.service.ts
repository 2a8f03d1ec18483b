import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import type { Workspace } from '../workspaces/workspace.entity.js';
import { Workspaces } from '../workspaces/workspaces.service.js';
import { Members } from './members.service.js';
import { SignIn } from './sign-in.service.js';
import { checkOwner } from './team-access.js';

/** Workspaces that owners create beside their own. */
@Injectable()
export class NewWorkspaces {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(Members) private readonly members: Members,
    @Inject(SignIn) private readonly signIns: SignIn,
  ) {}

  /** Creates a workspace with the caller as its owner, on the plan of the present one. @throws RoleNeededError, InvalidInputError */
  async create(caller: Caller, name: string): Promise<Workspace> {
    checkOwner(caller);
    const { id: loginId, email } = await this.signIns.loginOf(caller);
    const own = await this.members.find(caller.workspaceId, caller.memberId as string);
    return this.database.transaction(async () => {
      const workspace = await this.workspaces.create({ name, plan: caller.plan });
      await this.members.add({ workspaceId: workspace.id, email, name: own?.name ?? '', role: 'owner', loginId });
      return workspace;
    });
  }
}
