import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, LastWorkspaceError } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { Caller } from '@dundun/platform/http';
import { Workspaces } from '../workspaces/workspaces.service.js';
import { checkOwner } from './team-access.js';
import { WorkspaceErasure } from './workspace-erasure.repository.js';

/** Owners have this time to take a deletion back. */
const GRACE_DAYS = 7;

/** Schedules the deletion of a workspace, and takes it back. Until its time, everything goes on. */
@Injectable()
export class WorkspaceDeletion {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(WorkspaceErasure) private readonly erasure: WorkspaceErasure,
  ) {}

  /** A deletion that is scheduled keeps its time. @throws RoleNeededError, InvalidInputError for another name, LastWorkspaceError */
  async schedule(caller: Caller, typed: string): Promise<void> {
    checkOwner(caller);
    const { name } = await this.workspaces.find(caller.workspaceId);
    if (typed.trim() !== name)
      throw new InvalidInputError([{ field: 'name', message: 'must be the name of the workspace' }]);
    await this.database.transaction(async () => {
      await this.erasure.lockAll();
      if (!(await this.erasure.schedule(caller.workspaceId, GRACE_DAYS))) throw new LastWorkspaceError();
    });
  }

  /** Does nothing if no deletion is scheduled. @throws RoleNeededError */
  async takeBack(caller: Caller): Promise<void> {
    checkOwner(caller);
    await this.erasure.takeBack(caller.workspaceId);
  }
}
