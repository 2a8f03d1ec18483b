import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { DueEnrolments } from '../runs/due-enrolments.repository.js';
import { Steps } from './steps.service.js';

const EVERY_MS = 250;
/** Rounds of a workspace before the next one is served. */
const ROUNDS = 4;
/** Runs of standing automations that are put aside at once. */
const MOST_HELD = 500;

/** Steps runs whose time has come, workspace by workspace. */
@Injectable()
export class StepsTimer extends RecurringTask {
  constructor(
    @Inject(DueEnrolments) private readonly enrolments: DueEnrolments,
    @Inject(Steps) private readonly steps: Steps,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'automations could not be stepped');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    for (const workspaceId of await this.enrolments.workspaces())
      for (let round = 0; round < ROUNDS && !stopping.aborted; round++)
        if ((await this.steps.round(workspaceId)) === 0 && (await this.enrolments.hold(workspaceId, MOST_HELD)) === 0) break; // prettier-ignore
  }
}
