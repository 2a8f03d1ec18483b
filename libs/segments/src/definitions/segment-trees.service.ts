import { Inject, Injectable } from '@nestjs/common';
import {
  ANY_IMPORT,
  campaignsIn,
  daysOf,
  InvalidInputError,
  leavesOf,
  placedLeavesOf,
  plusDays,
  readSegmentTree,
  segmentSentence,
  type FieldFault,
  type LocalDate,
  type SegmentLeafNode,
  type SegmentNode,
  type SegmentTitles,
} from '@dundun/domain';
import { CONFIG, type Config } from '@dundun/platform/config';
import { EventNames, idsOf } from '../counts/event-names.repository.js';
import type { SegmentPlan } from '../conditions/plan.js';
import type { SegmentRow } from './segment.js';
import { cycleTo } from './segment-order.js';
import { SegmentPositions } from './segment-positions.repository.js';
import { SegmentsRepository } from './segments.repository.js';
import { TreeTitlesRepository, type TreeTitles } from './tree-titles.repository.js';

const FIELD = 'match';
const MOST_FAULTS = 20;

/** The list that a condition names. */
export function listOf(leaf: SegmentLeafNode): string | undefined {
  if ('message' in leaf) return leaf.of && 'list' in leaf.of ? leaf.of.list : undefined;
  return 'list' in leaf ? leaf.list : undefined;
}

/** The import that a condition names. */
const importOf = (leaf: SegmentLeafNode): string | undefined =>
  'imported' in leaf && leaf.imported !== ANY_IMPORT ? leaf.imported : undefined;

/** What trees name, with titles. */
interface Known extends TreeTitles {
  segments: SegmentRow[];
}

/** Says which condition names what does not exist. */
function unknownIn(leaf: SegmentLeafNode, { segments, lists, campaigns, imports }: Known): string | undefined {
  const named = [
    ['list', listOf(leaf), (id: string) => lists.has(id)],
    ['campaign', campaignsIn(leaf)[0], (id: string) => campaigns.has(id)],
    ['import', importOf(leaf), (id: string) => imports.has(id)],
    ['segment', 'segment' in leaf ? leaf.segment : undefined, (id: string) => segments.some((each) => each.id === id)],
  ] as const;
  const unknown = named.find(([, id, isKnown]) => id !== undefined && !isKnown(id));
  return unknown && `names the ${unknown[0]} ${unknown[1]}, which does not exist`;
}

/** Says which condition leads back to the segment that it belongs to. */
function circularIn(leaf: SegmentLeafNode, own: string | undefined, { segments }: Known): string | undefined {
  const cycle = own === undefined ? undefined : cycleTo(own, leaf, segments);
  return cycle && `makes the segment depend on itself, by ${cycle.map((name) => JSON.stringify(name)).join(' → ')}`;
}

/** How long messages are kept, in days, and the first day of those. */
interface Kept {
  days: number;
  today: LocalDate;
  since: LocalDate;
}

/** Says which condition asks for messages that are deleted by now. */
function forgottenIn(leaf: SegmentLeafNode, kept: Kept | undefined): string | undefined {
  if (!kept || !('message' in leaf) || !leaf.window) return undefined;
  const { from, to } = daysOf(leaf.window, kept.today);
  const first = from ?? to ?? kept.today;
  if (first >= kept.since) return undefined;
  return `asks for messages of ${first}, but messages are deleted after ${kept.days} days`;
}

/** Reads trees against what the workspace has. */
@Injectable()
export class SegmentTrees {
  constructor(
    @Inject(SegmentsRepository) private readonly segments: SegmentsRepository,
    @Inject(SegmentPositions) private readonly positions: SegmentPositions,
    @Inject(EventNames) private readonly names: EventNames,
    @Inject(TreeTitlesRepository) private readonly titles: TreeTitlesRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'MESSAGES_DAYS'>,
  ) {}

  /**
   * Reads a tree; the lists, campaigns, imports and segments that it names exist.
   * @param own the segment that gets the tree, which must not depend on itself
   * @throws InvalidInputError
   */
  async read(workspaceId: number, match: unknown, own?: string): Promise<SegmentNode> {
    const tree = readSegmentTree(match, FIELD);
    const known = await this.known(workspaceId, [tree]);
    const faults: FieldFault[] = [];
    const kept = await this.kept(workspaceId);
    for (const { leaf, path } of placedLeavesOf(tree, FIELD)) {
      const message = unknownIn(leaf, known) ?? circularIn(leaf, own, known) ?? forgottenIn(leaf, kept);
      if (message !== undefined) faults.push({ field: path, message });
    }
    if (faults.length > 0) throw new InvalidInputError(faults.slice(0, MOST_FAULTS));
    return tree;
  }

  /** Says trees as sentences. @returns a function for trees of the workspace */
  async sentences(
    workspaceId: number,
    trees: readonly (SegmentNode | null)[],
  ): Promise<(tree: SegmentNode | null) => string> {
    const given = trees.filter((tree) => tree !== null);
    const { segments, lists, campaigns, imports } = await this.known(workspaceId, given);
    const titles: SegmentTitles = {
      list: (id) => lists.get(id) ?? null,
      segment: (id) => segments.find((each) => each.id === id)?.name ?? null,
      campaign: (id) => campaigns.get(id) ?? null,
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

  /** Returns which messages are kept; undefined without a limit. */
  private async kept(workspaceId: number): Promise<Kept | undefined> {
    const { MESSAGES_DAYS: days } = this.config;
    if (days === undefined) return undefined;
    const { today } = await this.positions.calendar(workspaceId);
    return { days, today, since: plusDays(today, -days) };
  }

  private async known(workspaceId: number, trees: readonly SegmentNode[]): Promise<Known> {
    const leaves = trees.flatMap(leavesOf);
    const titles = await this.titles.of(workspaceId, {
      lists: leaves.flatMap((leaf) => listOf(leaf) ?? []),
      campaigns: trees.flatMap(campaignsIn),
      imports: leaves.flatMap((leaf) => importOf(leaf) ?? []),
    });
    const hasSegments = leaves.some((leaf) => 'segment' in leaf);
    return { ...titles, segments: hasSegments ? await this.segments.all(workspaceId) : [] };
  }
}
