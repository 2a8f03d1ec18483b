import type { LocalDate, SegmentNode } from '@dundun/domain';

/** What trees mean at one time: the day in the zone of the workspace, and the ids of what is counted. */
export interface TreeReading {
  workspaceId: number;
  zone: string;
  today: LocalDate;
  /** Ids of counted events by `countedKey`. */
  names: ReadonlyMap<string, number>;
  /** Reads the latest 1,000 events of each person for what is not counted; for few people only. */
  readsEvents?: boolean;
}

/** A tree, and what it means. */
export interface SegmentPlan extends TreeReading {
  tree: SegmentNode;
}

/** People after one id, up to and including another; null is open. */
export interface PersonRange {
  after: string;
  to: string | null;
}

export const NIL = '00000000-0000-0000-0000-000000000000';
