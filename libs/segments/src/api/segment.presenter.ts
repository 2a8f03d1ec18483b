import type { SegmentChangeView, SegmentMemberView, SegmentView } from '@dundun/contracts';
import type { ChangeRow, MemberRow } from '../members/segment-pages.repository.js';
import type { SegmentRow } from '../definitions/segment.js';

function stateOf({ error, due_at, build_cause }: SegmentRow): SegmentView['state'] {
  if (error !== null) return 'failed';
  return due_at !== null && (build_cause === 'definition' || build_cause === 'refresh') ? 'building' : 'ready';
}

/** @param sentence says the conditions */
export function presentSegment(row: SegmentRow, sentence: string): SegmentView {
  const state = stateOf(row);
  return {
    id: row.id,
    name: row.name,
    labels: row.labels,
    kind: row.kind,
    match: row.tree,
    sentence,
    announces: row.announces,
    version: row.version,
    state,
    progress: state === 'building' ? { done: Number(row.build_done), of: Number(row.build_of) } : null,
    failure: row.error,
    member_count: Number(row.member_count),
    evaluated_at: row.counted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const presentMember = ({ uid, email, number, since }: MemberRow): SegmentMemberView => ({
  ...{ uid, email, number },
  since: since.toISOString(),
});

export const presentChange = ({ uid, entered, cause, at }: ChangeRow): SegmentChangeView => ({
  ...{ uid, entered, cause },
  at: at.toISOString(),
});
