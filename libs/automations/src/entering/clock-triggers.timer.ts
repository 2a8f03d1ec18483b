import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { AutomationClocks } from './automation-clocks.repository.js';
import { ClockPeople } from './clock-people.repository.js';
import { ClockTriggers } from './clock-triggers.service.js';

const EVERY_MS = 1_000;
/** Slices of an automation, or of a workspace, before the next one is served. */
const SLICES = 20;

/** Lets people in by dates and schedules. */
@Injectable()
export class ClockTriggersTimer extends RecurringTask {
  constructor(
    @Inject(AutomationClocks) private readonly clocks: AutomationClocks,
    @Inject(ClockPeople) private readonly people: ClockPeople,
    @Inject(ClockTriggers) private readonly triggers: ClockTriggers,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'dates and schedules of automations could not be followed');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    for (const clock of await this.clocks.due())
      await this.apart(clock, async () => {
        for (let slice = 0; slice < SLICES && !stopping.aborted; slice++)
          if (!(await this.triggers.advance(clock))) return;
      });
    for (const workspace_id of await this.people.workspaces())
      await this.apart({ workspace_id }, async () => {
        for (let slice = 0; slice < SLICES && !stopping.aborted; slice++)
          if ((await this.triggers.enterDue(workspace_id)) === 0) return;
      });
  }

  /** One that fails holds nobody else up. */
  private async apart(whose: object, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) =>
      this.logger.warn(
        { err: error, ...whose },
        'dates and schedules could not be followed; the next round repeats it',
      ),
    );
  }
}
