import { Inject, Injectable } from '@nestjs/common';
import { InvalidInputError, isJsonObject, leavesOf, type FieldFault, type SegmentLeafNode } from '@dundun/domain';
import type { SegmentPlan } from '../conditions/plan.js';
import { SegmentMembers } from './segment-members.repository.js';
import { listOf, SegmentTrees } from '../definitions/segment-trees.service.js';

const FIELD = 'match';

/** Says which people match a tree that is not a segment. */
@Injectable()
export class TreeMatching {
  constructor(
    @Inject(SegmentTrees) private readonly trees: SegmentTrees,
    @Inject(SegmentMembers) private readonly members: SegmentMembers,
  ) {}

  /**
   * Reads a tree from its JSON text.
   * @param lists what the reader sees, if not everything: a tree about another list is refused
   * @throws InvalidInputError
   */
  async plan(workspaceId: number, text: string, lists?: readonly string[]): Promise<SegmentPlan> {
    const tree = await this.trees.read(workspaceId, parsed(text));
    const faults = lists ? leavesOf(tree).flatMap((leaf) => hiddenFrom(lists, leaf)) : [];
    if (faults.length > 0) throw new InvalidInputError(faults);
    return this.trees.plan(workspaceId, tree);
  }

  /** Returns those of the people who match. */
  async among(plan: SegmentPlan, people: readonly string[]): Promise<Set<string>> {
    return new Set(people.length === 0 ? [] : await this.members.matching(plan, people));
  }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Said below.
  }
  throw new InvalidInputError([{ field: FIELD, message: 'must be a tree of conditions as JSON' }]);
}

/** Segments and imports hold people of all lists, and so do messages of any list. */
function hiddenFrom(lists: readonly string[], leaf: SegmentLeafNode): FieldFault[] {
  const refused = (message: string) => [{ field: FIELD, message }];
  if ('segment' in leaf) return refused('must not name a segment: you see the people of some lists only');
  if ('imported' in leaf) return refused('must not ask for imports: you see the people of some lists only');
  const list = listOf(leaf);
  if (list === undefined)
    return 'message' in leaf ? refused('must name the list of the messages: you see some lists only') : [];
  return lists.includes(list) ? [] : refused(`names the list ${list}, which does not exist`);
}
