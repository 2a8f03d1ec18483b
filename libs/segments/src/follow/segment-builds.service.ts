import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { Counter, register } from 'prom-client';
import { EventCounts } from '../counts/event-counts.repository.js';
import { EventNames, idsOf } from '../counts/event-names.repository.js';
import type { SegmentRow } from '../definitions/segment.js';
import { SegmentBuildSteps } from './segment-build-steps.repository.js';
import { SegmentContributors } from './segment-contributors.service.js';
import { Pace } from './pace.js';
import { innerFirst, segmentsIn } from '../definitions/segment-order.js';
import { SegmentMembers, UndecidedError } from '../members/segment-members.repository.js';
import { SegmentPositions } from '../definitions/segment-positions.repository.js';
import { SegmentsRepository } from '../definitions/segments.repository.js';

const METRIC = 'dundun_segments_drift_total';

/** Differences that the nightly check found and repaired: 0 unless the follower has a fault. */
const drift = () =>
  (register.getSingleMetric(METRIC) as Counter | undefined) ??
  new Counter({ name: METRIC, help: 'Members of live segments that the nightly check had to repair' });

/** People whose history one transaction counts. */
const HISTORIES = { first: 200, least: 10, most: 1_000 };
/** People whom one transaction evaluates. */
const SLICES = { first: 2_000, least: 500, most: 25_000 };

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

  private readonly histories = new Pace(HISTORIES);
  private readonly slices = new Pace(SLICES);

  /** Does the next slice of a workspace: counts history first, then evaluates. @returns false when nothing is left */
  async step(workspaceId: number): Promise<boolean> {
    const isCounting = await this.histories.step(workspaceId, (size) => this.countHistory(workspaceId, size));
    if (isCounting > 0) return true;
    const done = await this.parkingFaults(workspaceId, () =>
      this.slices.step(workspaceId, (size) => this.evaluate(workspaceId, size)),
    );
    return done === null || done > 0;
  }

  /** @returns the number of people; 0 when nothing is left */
  private countHistory(workspaceId: number, size: number): Promise<number> {
    return this.database.transaction(async () => {
      if (!(await this.positions.tryLock(workspaceId))) return 0;
      return (await this.counts.backfill(workspaceId, size)) ? size : 0;
    });
  }

  /** @returns the number of people; 0 when nothing is left */
  private evaluate(workspaceId: number, size: number): Promise<number> {
    return this.database.transaction(async () => {
      const position = await this.positions.tryLock(workspaceId);
      if (!position) return 0;
      const segments = innerFirst(await this.segments.lockAll(workspaceId));
      const building = segments.find(({ is_due }) => is_due === true);
      if (!building) return 0;
      await this.slice(workspaceId, building, segments, position, size);
      return size;
    });
  }

  /** Runs a transaction. @returns null if a segment failed it, which is parked with its error until it is changed */
  async parkingFaults<T>(workspaceId: number, work: () => Promise<T>): Promise<T | null> {
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
      return null;
    }
  }

  private async slice(
    workspaceId: number,
    segment: SegmentRow,
    segments: SegmentRow[],
    { zone, today }: { zone: string; today: string },
    size: number,
  ): Promise<void> {
    const { id, build_after, build_cause, copy_of } = segment;
    const tree = copy_of === null ? segment.tree : { segment: copy_of };
    if (!tree || build_after === null || build_cause === null) return this.steps.end(workspaceId, id, null);
    const names = idsOf(await this.names.all(workspaceId), zone);
    const range = { after: build_after, to: await this.steps.boundary(workspaceId, build_after, size) };
    const reading = { workspaceId, zone, today, names };
    const changes = await this.members.decideSlice(
      id,
      { ...reading, tree },
      range,
      copy_of === null ? build_cause : 'manual',
    );
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
    if (range.to !== null) return this.steps.advance(workspaceId, id, range.to, size);
    return this.steps.end(workspaceId, id, build_cause);
  }
}
