import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { AutomationUpkeep } from './automation-upkeep.repository.js';

const EVERY_MS = 1_000;
/** People ended in one transaction. */
const SLICE = 1_000;
const MONTHS_EVERY_MS = 3_600_000;

/** Ends people inside stopped automations, and automations that have been drained. */
@Injectable()
export class AutomationUpkeepTimer extends RecurringTask {
  private monthsAt = 0;

  constructor(
    @Inject(AutomationUpkeep) private readonly upkeep: AutomationUpkeep,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'automations could not be ended');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    if (performance.now() >= this.monthsAt) {
      await this.upkeep.makeMonths();
      this.monthsAt = performance.now() + MONTHS_EVERY_MS;
    }
    for (const automation of await this.upkeep.ending()) {
      const { workspace_id: workspaceId, id, is_ending } = automation;
      while (is_ending && !stopping.aborted && (await this.upkeep.endSome(workspaceId, id, SLICE)) > 0);
      await this.upkeep.finish(automation);
    }
  }
}
