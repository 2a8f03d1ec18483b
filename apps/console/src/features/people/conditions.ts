import type { SegmentNode } from '@dundun/domain';

/** Conditions of a filter that people must all match: a tree of one level. */
export type Conditions = readonly SegmentNode[];

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads what the URL holds. What is no list of objects is no filter; the API judges the rest. */
export function readConditions(text: string | null): Conditions {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) && value.every(isObject) ? (value as SegmentNode[]) : [];
  } catch {
    return [];
  }
}

/** Returns the text for the URL, or null for no conditions. */
export const writeConditions = (conditions: Conditions): string | null =>
  conditions.length > 0 ? JSON.stringify(conditions) : null;

/** One condition needs no group around it. */
const joined = ([first, ...others]: Conditions): SegmentNode | null =>
  first ? (others.length > 0 ? { all: [first, ...others] } : first) : null;

/** Returns the tree for the API as JSON text. */
export function matchOf(conditions: Conditions): string | undefined {
  const tree = joined(conditions);
  return tree ? JSON.stringify(tree) : undefined;
}

interface Filters {
  list: string;
  status: string;
  conditions: Conditions;
}

const ANY_STATUS = ['subscribed', 'pending', 'unsubscribed'] as const;

/** Returns the path of the segment builder with the same people; null without a filter. */
export function segmentPath({ list, status, conditions }: Filters): string | null {
  const onList = { list, status: ANY_STATUS.filter((each) => !status || each === status) };
  const tree = joined([...(list ? [onList] : []), ...conditions]);
  return tree && `/segments/new?match=${encodeURIComponent(JSON.stringify(tree))}`;
}
