import { leavesOf, type SegmentNode } from '@dundun/domain';

/** A segment with the tree that says who is in it. */
interface Ordered {
  id: string;
  tree: SegmentNode | null;
}

/** Returns the ids of the segments that a tree names. */
export const segmentsIn = (tree: SegmentNode | null): string[] =>
  tree === null ? [] : [...new Set(leavesOf(tree).flatMap((leaf) => ('segment' in leaf ? [leaf.segment] : [])))];

/** Orders segments so that each comes after those it names. */
export function innerFirst<T extends Ordered>(segments: readonly T[]): T[] {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const ordered = new Set<T>();
  const visit = (segment: T, path: ReadonlySet<string>) => {
    if (ordered.has(segment) || path.has(segment.id)) return;
    const further = new Set([...path, segment.id]);
    for (const inner of segmentsIn(segment.tree)) {
      const found = byId.get(inner);
      if (found) visit(found, further);
    }
    ordered.add(segment);
  };
  for (const segment of segments) visit(segment, new Set());
  return [...ordered];
}

/** Orders segments in levels: each names segments of earlier levels only. */
export function levelsOf<T extends Ordered>(segments: readonly T[]): T[][] {
  const levels: T[][] = [];
  const depths = new Map<string, number>();
  for (const segment of innerFirst(segments)) {
    const depth = Math.max(0, ...segmentsIn(segment.tree).map((inner) => (depths.get(inner) ?? -1) + 1));
    depths.set(segment.id, depth);
    levels[depth] = [...(levels[depth] ?? []), segment];
  }
  return levels;
}

/** Returns the names on the way from a tree back to the segment with this id, or undefined if there is none. */
export function cycleTo<T extends Ordered & { name: string }>(
  id: string,
  tree: SegmentNode,
  segments: readonly T[],
): string[] | undefined {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const seen = new Set<string>();
  const search = (inner: string): string[] | undefined => {
    const segment = byId.get(inner);
    if (!segment || seen.has(inner)) return undefined;
    seen.add(inner);
    if (inner === id) return [segment.name];
    const rest = segmentsIn(segment.tree)
      .map(search)
      .find((way) => way !== undefined);
    return rest && [segment.name, ...rest];
  };
  return segmentsIn(tree)
    .map(search)
    .find((way) => way !== undefined);
}
