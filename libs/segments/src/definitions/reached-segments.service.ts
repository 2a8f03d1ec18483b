import { Inject, Injectable } from '@nestjs/common';
import type { SegmentNode } from '@dundun/domain';
import { segmentsIn } from './segment-order.js';
import { SegmentsRepository } from './segments.repository.js';

/** A segment as it is defined; one whose people are chosen by hand has no tree. */
interface SegmentDefinition {
  id: string;
  tree: SegmentNode | null;
}

/** Follows segments through the conditions that name further segments. */
@Injectable()
export class ReachedSegments {
  constructor(@Inject(SegmentsRepository) private readonly segments: SegmentsRepository) {}

  /** Returns those of the ids that are segments, and all that their conditions lead to, sorted by id. */
  async of(workspaceId: number, ids: readonly string[]): Promise<SegmentDefinition[]> {
    if (ids.length === 0) return [];
    const trees = new Map((await this.segments.all(workspaceId)).map(({ id, tree }) => [id, tree]));
    const reached = new Map<string, SegmentNode | null>();
    const visit = (id: string) => {
      const tree = trees.get(id);
      if (tree === undefined || reached.has(id)) return;
      reached.set(id, tree);
      segmentsIn(tree).forEach(visit);
    };
    ids.forEach(visit);
    return [...reached].sort(([one], [other]) => (one < other ? -1 : 1)).map(([id, tree]) => ({ id, tree }));
  }
}
