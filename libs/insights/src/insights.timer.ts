import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { Counts } from './counts.repository.js';

const EVERY_MS = 1_000;
/** Stretches of a workspace before the next workspace is served. */
const STEPS = 10;

/** Keeps counts current, workspace by workspace. A failure affects only its own workspace. */
@Injectable()
export class InsightsTimer extends RecurringTask {
  constructor(
    @Inject(Counts) private readonly counts: Counts,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'counts could not be kept current');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    for (const uncounted of await this.counts.uncounted()) {
      try {
        for (let step = 0; step < STEPS && !stopping.aborted; step++) if (!(await this.counts.step(uncounted))) break;
      } catch (error) {
        const fields = { err: error, workspace_id: uncounted.workspace_id };
        this.logger.warn(fields, 'the counts of a workspace could not be kept current; the next round repeats it');
      }
    }
  }
}
