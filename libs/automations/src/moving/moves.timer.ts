import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { Moves } from './moves.repository.js';
import { Moving } from './moving.service.js';

const EVERY_MS = 1_000;
/** A pass that moved nobody met only runs that wait for a webhook, or that others had locked. */
const NOBODY_MS = 10_000;

/** Moves people to the version for which that was asked, in passes until nobody is left. */
@Injectable()
export class MovesTimer extends RecurringTask {
  private readonly notBefore = new Map<string, number>();

  constructor(
    @Inject(Moves) private readonly moves: Moves,
    @Inject(Moving) private readonly moving: Moving,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'people could not be moved to another version');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    const open = await this.moves.open();
    const keys = new Set(open.map(({ automation_id }) => automation_id));
    for (const key of this.notBefore.keys()) if (!keys.has(key)) this.notBefore.delete(key);
    for (const move of open) {
      if (stopping.aborted || performance.now() < (this.notBefore.get(move.automation_id) ?? 0)) continue;
      const moved = await this.moving.pass(move, stopping).catch((error: unknown) => {
        const { workspace_id, automation_id } = move;
        this.logger.warn(
          { err: error, workspace_id, automation_id },
          'people were not moved; a later round repeats it',
        );
        return 0;
      });
      if (moved === 0) this.notBefore.set(move.automation_id, performance.now() + NOBODY_MS);
    }
  }
}
