import { Inject, Injectable } from '@nestjs/common';
import {
  ANY_IMPORT,
  InvalidInputError,
  leavesOf,
  readSegmentTree,
  segmentSentence,
  type FieldFault,
  type SegmentLeafNode,
  type SegmentNode,
  type SegmentTitles,
} from '@dundun/domain';
import { EventNames, idsOf } from './event-names.repository.js';
import type { SegmentPlan } from './plan.js';
import type { SegmentRow } from './segment.js';
import { cycleTo } from './segment-order.js';
import { SegmentPositions } from './segment-positions.repository.js';
import { SegmentsRepository } from './segments.repository.js';

const FIELD = 'match';

/** The list that a condition names. */
export const listOf = (leaf: SegmentLeafNode): string | undefined =>
  'message' in leaf ? leaf.of?.list : 'list' in leaf ? leaf.list : undefined;

/** The import that a condition names. */
const importOf = (leaf: SegmentLeafNode): string | undefined =>
  'imported' in leaf && leaf.imported !== ANY_IMPORT ? leaf.imported : undefined;

/** What trees name, with titles. */
interface Known {
  segments: SegmentRow[];
  lists: Map<string, string>;
  imports: Map<string, string | null>;
}

/** Reads trees against what the workspace has. */
@Injectable()
export class SegmentTrees {
  constructor(
    @Inject(SegmentsRepository) private readonly segments: SegmentsRepository,
    @Inject(SegmentPositions) private readonly positions: SegmentPositions,
    @Inject(EventNames) private readonly names: EventNames,
  ) {}

  /**
   * Reads a tree whose lists and segments exist.
   * @param own the segment that gets the tree, which must not depend on itself
   * @throws InvalidInputError
   */
  async read(workspaceId: number, match: unknown, own?: string): Promise<SegmentNode> {
    const tree = readSegmentTree(match, FIELD);
    const { segments, lists, imports } = await this.known(workspaceId, [tree]);
    const faults: FieldFault[] = [];
    for (const leaf of leavesOf(tree)) {
      const list = listOf(leaf);
      if (list !== undefined && !lists.has(list))
        faults.push({ field: FIELD, message: `names the list ${list}, which does not exist` });
      const file = importOf(leaf);
      if (file !== undefined && !imports.has(file))
        faults.push({ field: FIELD, message: `names the import ${file}, which does not exist` });
      if ('segment' in leaf && !segments.some(({ id }) => id === leaf.segment))
        faults.push({ field: FIELD, message: `names the segment ${leaf.segment}, which does not exist` });
    }
    const cycle = own === undefined ? undefined : cycleTo(own, tree, segments);
    if (cycle)
      faults.push({
        field: FIELD,
        message: `must not depend on itself, as it does by ${cycle.map((name) => JSON.stringify(name)).join(' → ')}`,
      });
    if (faults.length > 0)
      throw new InvalidInputError([...new Map(faults.map((fault) => [fault.message, fault])).values()]);
    return tree;
  }

  /** Says trees as sentences. @returns a function for trees of the workspace */
  async sentences(
    workspaceId: number,
    trees: readonly (SegmentNode | null)[],
  ): Promise<(tree: SegmentNode | null) => string> {
    const given = trees.filter((tree) => tree !== null);
    const { segments, lists, imports } = await this.known(workspaceId, given);
    const titles: SegmentTitles = {
      list: (id) => lists.get(id) ?? null,
      segment: (id) => segments.find((each) => each.id === id)?.name ?? null,
      import: (id) => imports.get(id) ?? null,
    };
    return (tree) => (tree ? segmentSentence(tree, titles) : 'People who were added by hand.');
  }

  /** Returns the plan of a tree today, which reads events where their counts are not complete. */
  async plan(workspaceId: number, tree: SegmentNode): Promise<SegmentPlan> {
    const calendar = await this.positions.calendar(workspaceId);
    const complete = (await this.names.all(workspaceId)).filter(({ backfilled_at }) => backfilled_at !== null);
    return { workspaceId, tree, ...calendar, names: idsOf(complete, calendar.zone), readsEvents: true };
  }

  private async known(workspaceId: number, trees: readonly SegmentNode[]): Promise<Known> {
    const leaves = trees.flatMap(leavesOf);
    const lists = leaves.flatMap((leaf) => listOf(leaf) ?? []);
    const hasSegments = leaves.some((leaf) => 'segment' in leaf);
    const imports = leaves.flatMap((leaf) => importOf(leaf) ?? []);
    return {
      segments: hasSegments ? await this.segments.all(workspaceId) : [],
      lists: await this.segments.listTitles(workspaceId, [...new Set(lists)]),
      imports: await this.segments.importFiles(workspaceId, [...new Set(imports)]),
    };
  }
}
