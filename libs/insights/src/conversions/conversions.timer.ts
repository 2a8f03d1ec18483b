import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { ConversionFacts } from './conversion-facts.repository.js';
import { ConversionFollower } from './conversion-follower.service.js';

const EVERY_MS = 1_000;
/** Stretches of a workspace before the next workspace is served. */
const STEPS = 10;

/** Keeps conversions current, workspace by workspace. A failure affects only its own workspace. */
@Injectable()
export class ConversionsTimer extends RecurringTask {
  constructor(
    @Inject(ConversionFacts) private readonly facts: ConversionFacts,
    @Inject(ConversionFollower) private readonly follower: ConversionFollower,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'conversions could not be kept current');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    for (const workspaceId of await this.facts.behind()) {
      try {
        for (let step = 0; step < STEPS && !stopping.aborted; step++)
          if (!(await this.follower.step(workspaceId))) break;
      } catch (error) {
        const fields = { err: error, workspace_id: workspaceId };
        this.logger.warn(fields, 'the conversions of a workspace could not be kept current; the next round repeats it');
      }
    }
  }
}
