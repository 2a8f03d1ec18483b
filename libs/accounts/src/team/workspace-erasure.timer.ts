import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { WorkspaceErasure } from './workspace-erasure.repository.js';

const EVERY_MS = 30_000;
const ROUND_MS = 60_000;

/** Erases workspaces whose grace period is over, a round at a time. The row of the workspace keeps other workers away. */
@Injectable()
export class WorkspaceErasureTimer extends RecurringTask {
  constructor(
    @Inject(WorkspaceErasure) private readonly erasure: WorkspaceErasure,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'a workspace could not be erased');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    const end = performance.now() + ROUND_MS;
    const isOver = () => stopping.aborted || performance.now() > end;
    while (!isOver()) {
      const workspaceId = await this.erasure.due();
      if (workspaceId === undefined || !(await this.erasure.erase(workspaceId, isOver))) return;
      this.logger.info({ workspace_id: workspaceId }, 'a workspace was deleted');
    }
  }
}
