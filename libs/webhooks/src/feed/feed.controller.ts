import { Controller, Inject, Query } from '@nestjs/common';
import { FeedPage, FeedQuery } from '@dundun/contracts';
import { CurrentCaller, Endpoint, type Caller } from '@dundun/platform/http';
import { Feed } from './feed.repository.js';
import { FeedCursors } from './feed-cursors.service.js';
import { FEED_DAYS } from './feed.statements.js';
import { EVERYTHING, knownTypes } from './feed-types.js';

const DEFAULT_LIMIT = 100;

/** What webhooks push, to be pulled. */
@Controller()
export class FeedController {
  constructor(
    @Inject(Feed) private readonly feed: Feed,
    @Inject(FeedCursors) private readonly cursors: FeedCursors,
  ) {}

  @Endpoint('GET /v1/feed', {
    tag: 'Events',
    summary: 'Read everything that happened, in order',
    description:
      `Oldest first, ${FEED_DAYS} days back. Keep next and ask with after=next: no entry is left out and none comes twice, ` +
      'whatever happens at the same time. A page can be empty and still have more when types= names few of many, and shorter ' +
      'than limit when its entries are large.',
    access: 'secret',
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
