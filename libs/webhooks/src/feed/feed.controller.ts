import { Controller, Inject, Query } from '@nestjs/common';
import { FeedPage, FeedQuery } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { Feed } from './feed.repository.js';
import { FeedCursors } from './feed-cursors.service.js';
import { FEED_DAYS } from './feed.statements.js';
import { EVERYTHING, knownTypes } from './feed-types.js';

const DEFAULT_LIMIT = 100;

/** The pull counterpart of webhooks. */
@Controller()
export class FeedController {
  constructor(
    @Inject(Feed) private readonly feed: Feed,
    @Inject(FeedCursors) private readonly cursors: FeedCursors,
  ) {}

  @Endpoint('GET /v1/feed', {
    tag: 'Events',
    summary: 'Read the feed in order',
    description:
      `Covers the last ${FEED_DAYS} days, oldest first. Store next and pass it as after: no entry is skipped or repeated, even ` +
      'under concurrent writes. With types, a page can be empty although has_more is true. A page of large entries can be ' +
      'shorter than limit.',
    access: 'secret',
    role: 'admin',
    returns: FeedPage,
  })
  async read(@CurrentCaller() { workspaceId }: Caller, @Query() query: FeedQuery): Promise<FeedPage> {
    const { after, limit = DEFAULT_LIMIT, types } = query;
    const position = this.cursors.read(workspaceId, after);
    const patterns = types === undefined ? EVERYTHING : knownTypes(types.split(',').map((type) => type.trim()), 'types'); // prettier-ignore
    const piece = await this.feed.read(workspaceId, position, { limit, types: patterns });
    const data = piece.entries.map(({ id, type, at, data }) => ({ id, type, timestamp: at.toISOString(), data }));
    return { data, next: this.cursors.next(workspaceId, piece), has_more: piece.hasMore };
  }
}
