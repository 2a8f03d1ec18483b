import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { Counter, register } from 'prom-client';
import { EventCounts } from '../counts/event-counts.repository.js';
import { EventNames, idsOf } from '../counts/event-names.repository.js';
import type { SegmentRow } from '../definitions/segment.js';
import { SegmentBuildSteps } from './segment-build-steps.repository.js';
import { SegmentContributors } from './segment-contributors.service.js';
import { innerFirst, segmentsIn } from '../definitions/segment-order.js';
import { SegmentMembers, UndecidedError } from '../members/segment-members.repository.js';
import { SegmentPositions } from '../definitions/segment-positions.repository.js';
import { SegmentsRepository } from '../definitions/segments.repository.js';

const METRIC = 'dundun_segments_drift_total';

/** Differences that the nightly check found and repaired: 0 unless the follower has a fault. */
const drift = () =>
  (register.getSingleMetric(METRIC) as Counter | undefined) ??
  new Counter({ name: METRIC, help: 'Members of live segments that the nightly check had to repair' });

/** Evaluates everybody for segments that are new, changed or due for a check: a slice of people in each transaction. */
@Injectable()
export class SegmentBuilds {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SegmentPositions) private readonly positions: SegmentPositions,
    @Inject(SegmentsRepository) private readonly segments: SegmentsRepository,
    @Inject(SegmentBuildSteps) private readonly steps: SegmentBuildSteps,
    @Inject(SegmentMembers) private readonly members: SegmentMembers,
    @Inject(EventNames) private readonly names: EventNames,
    @Inject(EventCounts) private readonly counts: EventCounts,
    @Inject(SegmentContributors) private readonly contributors: SegmentContributors,
  ) {}

  /** Does the next slice of a workspace: counts history first, then evaluates. @returns false when nothing is left */
  async step(workspaceId: number): Promise<boolean> {
    return this.parkingFaults(workspaceId, () =>
      this.database.transaction(async () => {
        const position = await this.positions.tryLock(workspaceId);
        if (!position) return false;
        if (await this.counts.backfill(workspaceId)) return true;
        const segments = innerFirst(await this.segments.lockAll(workspaceId));
        const building = segments.find(({ is_due }) => is_due === true);
        if (!building) return false;
        await this.slice(workspaceId, building, segments, position);
        return true;
      }),
    );
  }

  /** Runs a transaction; the segment that fails it is parked with its error until it is changed. */
  async parkingFaults<T>(workspaceId: number, work: () => Promise<T>): Promise<T | true> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UndecidedError)) throw error;
      const [id, ...more] = error.segmentIds;
      if (id === undefined || more.length > 0) throw error;
      if (!(await this.steps.fail(workspaceId, id, error.cause))) throw error;
      const ids = { workspace_id: workspaceId, segment_id: id };
      this.logger.error(
        { err: error.cause, ...ids },
        'a segment cannot be decided and is out of date; change its conditions',
      );
      return true;
    }
  }

  private async slice(
    workspaceId: number,
    segment: SegmentRow,
    segments: SegmentRow[],
    { zone, today }: { zone: string; today: string },
  ): Promise<void> {
    const { id, tree, build_after, build_cause } = segment;
    if (!tree || build_after === null || build_cause === null) return this.steps.end(workspaceId, id, null);
    const names = idsOf(await this.names.all(workspaceId), zone);
    const range = { after: build_after, to: await this.steps.boundary(workspaceId, build_after) };
    const reading = { workspaceId, zone, today, names };
    const changes = await this.members.decideSlice(id, { ...reading, tree }, range, build_cause);
    if (build_cause === 'repair') drift().inc(changes.length);
    const whoChanged = new Map([[id, changes.map(({ person_id }) => person_id)]]);
    const followed = [...changes];
    for (const outer of segments.filter(({ kind, error }) => kind === 'live' && error === null)) {
      const people = new Set(segmentsIn(outer.tree).flatMap((inner) => whoChanged.get(inner) ?? []));
      if (!outer.tree || outer.id === id || people.size === 0) continue;
      const undecided = { id: outer.id, tree: outer.tree, people };
      const decided = await this.members.decide(reading, [undecided], { cause: build_cause });
      whoChanged.set(
        outer.id,
        decided.map(({ person_id }) => person_id),
      );
      followed.push(...decided);
    }
    await this.contributors.follow({
      workspaceId,
      entries: [],
      changes: followed.map((change) => ({ ...change, cause: build_cause })),
    });
    if (range.to !== null) return this.steps.advance(workspaceId, id, range.to);
    return this.steps.end(workspaceId, id, build_cause);
  }
}
