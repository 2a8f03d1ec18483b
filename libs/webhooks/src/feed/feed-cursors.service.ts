import { Inject, Injectable } from '@nestjs/common';
import { ExpiredCursorError, TamperedCursorError } from '@dundun/domain';
import { Cursors } from '@dundun/platform/http';
import type { FeedPiece } from './feed.repository.js';
import { FEED_DAYS, type FeedPosition } from './feed.statements.js';

const HOUR_MS = 60 * 60 * 1_000;
/** Four hours before the entries are deleted; a reader that starts at the oldest guaranteed entry has 20 hours for the next page. */
const MOST_AGE_MS = (FEED_DAYS * 24 + 20) * HOUR_MS;
const scope = (workspaceId: number) => `events ${workspaceId}`;

/** Signed positions of the feed. A cursor carries its time, so that it is refused once later entries may be deleted. */
@Injectable()
export class FeedCursors {
  constructor(@Inject(Cursors) private readonly cursors: Cursors) {}

  /** @throws TamperedCursorError, ExpiredCursorError */
  read(workspaceId: number, cursor: string | undefined): FeedPosition | null {
    const { after } = this.cursors.read({ next_cursor: cursor }, scope(workspaceId));
    if (!after) return null;
    const [xid, ms] = after.at.split(':');
    if (!xid || !ms) throw new TamperedCursorError();
    if (Date.now() - Number(ms) > MOST_AGE_MS) throw new ExpiredCursorError(FEED_DAYS);
    return { xid, id: after.id };
  }

  /** Returns the cursor for the page after a piece. */
  next(workspaceId: number, { next: { xid, id, at } }: FeedPiece): string {
    const position = { at: `${xid}:${at.getTime()}`, id };
    const page = { rows: [], next: position, previous: null };
    return this.cursors.view(page, scope(workspaceId), String).next_cursor as string;
  }
}
