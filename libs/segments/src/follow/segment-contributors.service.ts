import { Injectable } from '@nestjs/common';
import type { FeedEntry } from '../counts/feed-entries.repository.js';
import type { MemberChange } from '../members/segment-members.repository.js';

/** What the open transaction has followed in a workspace. */
export interface Followed {
  workspaceId: number;
  /** Entries of the feed in their order; none where a build decided. */
  entries: readonly FeedEntry[];
  changes: readonly MemberChange[];
}

/** What the features of this process do when segments have followed what happened. */
@Injectable()
export class SegmentContributors {
  private readonly registered: SegmentContributor[] = [];

  /** Called by the constructor of `SegmentContributor`. */
  add(contributor: SegmentContributor): void {
    this.registered.push(contributor);
  }

  /** Lets each contributor follow in the open transaction, in the order of their registration. */
  async follow(followed: Followed): Promise<void> {
    if (followed.entries.length === 0 && followed.changes.length === 0) return;
    for (const contributor of this.registered) await contributor.follow(followed);
  }
}

/**
 * Follows the feed together with segments: what it writes commits with members, counts and position, or not at all. It sees each
 * entry once and in order, under the lock of the workspace. What it cannot handle it must park: an error repeats the stretch.
 */
export abstract class SegmentContributor {
  protected constructor(contributors: SegmentContributors) {
    contributors.add(this);
  }

  abstract follow(followed: Followed): Promise<void>;
}
