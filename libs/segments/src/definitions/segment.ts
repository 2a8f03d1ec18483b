import type { SegmentNode } from '@dundun/domain';

/** How the members of a segment are kept. */
export type SegmentKind = 'live' | 'snapshot' | 'manual';

/** Why somebody entered or left. */
export type ChangeCause = 'change' | 'time' | 'definition' | 'refresh' | 'repair' | 'manual' | 'import' | 'merge';

/** A row of `segments`. */
export interface SegmentRow extends Record<string, unknown> {
  id: string;
  name: string;
  labels: string[];
  kind: SegmentKind;
  /** Null for a manual segment. */
  tree: SegmentNode | null;
  /** Whether people who enter and leave are entries of the feed. */
  announces: boolean;
  version: number;
  /** A bigint, as text. */
  member_count: string;
  counted_at: Date | null;
  /** Set while everybody has yet to be evaluated. */
  due_at: Date | null;
  /** Whether that time has come. */
  is_due: boolean | null;
  error: string | null;
  build_cause: ChangeCause | null;
  build_after: string | null;
  build_done: string;
  build_of: string;
  /** The manual segment whose people this one is still being filled with. */
  copy_of: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Whether the people of another segment are still being added. */
export const isBeingCopied = ({ copy_of, due_at }: Pick<SegmentRow, 'copy_of' | 'due_at'>): boolean =>
  copy_of !== null && due_at !== null;

export const SEGMENT_COLUMNS = `id, name, labels, kind, tree, announces, version, member_count, counted_at, due_at, due_at <= now() AS is_due, error, build_cause, build_after,
  build_done, build_of, copy_of, created_at, updated_at`;
