import { Inject, Injectable } from '@nestjs/common';
import { countedKey, isCounted, leavesOf, usesOf, type SegmentNode } from '@dundun/domain';
import { EventNames } from '../counts/event-names.repository.js';
import type { SegmentRow } from './segment.js';
import { SegmentPositions } from './segment-positions.repository.js';
import { SegmentsRepository } from './segments.repository.js';

/** Makes definitions take effect: what they count is counted, and everybody is evaluated. */
@Injectable()
export class SegmentDefinitions {
  constructor(
    @Inject(SegmentPositions) private readonly positions: SegmentPositions,
    @Inject(SegmentsRepository) private readonly segments: SegmentsRepository,
    @Inject(EventNames) private readonly names: EventNames,
  ) {}

  /** Counts what the tree names, and builds the segment. Joins the open transaction, which locks the position. */
  async settle(workspaceId: number, { id, tree }: Pick<SegmentRow, 'id' | 'tree'>): Promise<void> {
    if (!tree) return;
    await this.use(workspaceId, id, tree);
    await this.segments.build(workspaceId, id, 'definition');
  }

  /** Makes a restored segment take effect. A live one is built again, others keep their members unless a build was cut short. */
  async resume(workspaceId: number, { id, kind, tree, build_cause }: SegmentRow): Promise<void> {
    if (tree) await this.use(workspaceId, id, tree);
    if (kind === 'live' || build_cause !== null) await this.segments.build(workspaceId, id, 'definition');
  }

  /** Stops counting what no segment names. Joins the open transaction, which locks the position. */
  async release(workspaceId: number): Promise<void> {
    await this.names.retireUnused(workspaceId);
  }

  /** Makes the follower see who was added or removed by hand in the open transaction. */
  async touch(workspaceId: number, people: readonly string[]): Promise<void> {
    if (people.length > 0) await this.segments.touch(workspaceId, people);
  }

  /** Counts what the tree names. */
  private async use(workspaceId: number, id: string, tree: SegmentNode): Promise<void> {
    const { zone } = await this.positions.lock(workspaceId);
    const names = await this.names.ensure(workspaceId, zone, [tree]);
    await this.segments.replaceUses(workspaceId, id, usesIn(tree, names));
    await this.names.retireUnused(workspaceId);
  }
}

/** The uses of a tree, events by the id of what is counted. */
const usesIn = (tree: SegmentNode, names: ReadonlyMap<string, number>) => [
  ...usesOf(tree).filter(({ what }) => what !== 'event'),
  ...leavesOf(tree)
    .filter(isCounted)
    .map((leaf) => ({ what: 'event' as const, key: String(names.get(countedKey(leaf))) })),
];
