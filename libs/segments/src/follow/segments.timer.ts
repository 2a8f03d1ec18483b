import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { Precedence } from './precedence.js';
import { SegmentBuilds } from './segment-builds.service.js';
import { SegmentFollower } from './segment-follower.service.js';
import { SegmentPositions, type WorkspaceWork } from '../definitions/segment-positions.repository.js';

const EVERY_MS = 500;
/** Stretches and slices of a workspace before the next workspace is served. */
const STEPS = 10;

/** Keeps segments current, workspace by workspace. A failure affects only its own workspace. */
@Injectable()
export class SegmentsTimer extends RecurringTask {
  private readonly precedence = new Precedence();
  /** By workspace. */
  private readonly restingUntil = new Map<number, number>();

  constructor(
    @Inject(SegmentPositions) private readonly positions: SegmentPositions,
    @Inject(SegmentFollower) private readonly follower: SegmentFollower,
    @Inject(SegmentBuilds) private readonly builds: SegmentBuilds,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'segments could not be kept current');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    for (const work of await this.positions.work()) {
      if (stopping.aborted) return;
      if (performance.now() < (this.restingUntil.get(work.workspace_id) ?? 0)) continue;
      await this.serve(work, stopping).catch((error: unknown) =>
        this.logger.warn(
          { err: error, workspace_id: work.workspace_id },
          'the segments of a workspace could not be kept current; the next round repeats it',
        ),
      );
    }
  }

  /** Slices of a build alternate with what happens meanwhile. */
  private async serve(
    { workspace_id: id, is_behind, is_building }: WorkspaceWork,
    stopping: AbortSignal,
  ): Promise<void> {
    let [isBehind, isBuilding] = [is_behind === true, is_building === true];
    for (let step = 0; step < STEPS && (isBehind || isBuilding) && !stopping.aborted; step++) {
      if (isBehind) isBehind = await this.follow(id);
      if (isBuilding) isBuilding = await this.builds.step(id);
      if (performance.now() < (this.restingUntil.get(id) ?? 0)) return;
      isBehind ||= isBuilding;
    }
  }

  private async follow(id: number): Promise<boolean> {
    const begun = performance.now();
    const followed = await this.builds.parkingFaults(id, () => this.follower.follow(id));
    const { isMore, lateMs } = followed ?? { isMore: true, lateMs: Infinity };
    const now = performance.now();
    this.restingUntil.set(id, isMore ? now + this.precedence.restAfter(now - begun, lateMs) : 0);
    return isMore;
  }
}
