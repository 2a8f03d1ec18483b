import { ApiError, type ConsoleEventPage } from '@dundun/client';
import { append, LONGEST, prepend, startFeed, type Feed } from './feed';

/** Reads one page of events; the newest one without a cursor. */
export type ReadPage = (cursor: { previous_cursor?: string; next_cursor?: string }) => Promise<ConsoleEventPage>;

/** The largest page of the API. */
export const PER_PAGE = 30;
/** Beyond this many new pages, the newest page matters more than everything in between. */
const MOST_NEWER_PAGES = 8;
/** When filtering by a rare name, a page may be empty although more follow. */
const MOST_OLDER_PAGES = 12;

/** Adds all newer events to the feed; starts a new one if there is none or too many events have arrived. */
export async function follow(feed: Feed | undefined, read: ReadPage): Promise<Feed> {
  let followed = feed;
  for (let pages = 0; followed?.newer && pages < MOST_NEWER_PAGES; pages++) {
    const page = await read({ previous_cursor: followed.newer }).catch(unlessCursorRefused);
    if (!page) break;
    followed = prepend(followed, page);
    if (followed.rows.length > LONGEST) break;
    if (page.data.length < PER_PAGE) return followed;
  }
  return startFeed(await read({}), feed);
}

/** Adds older events until there is at least one more, if any exist. */
export async function goBack(feed: Feed, read: ReadPage): Promise<Feed> {
  let longer = feed;
  for (let pages = 0; longer.older && pages < MOST_OLDER_PAGES; pages++) {
    longer = append(longer, await read({ next_cursor: longer.older }));
    if (longer.rows.length > feed.rows.length) break;
  }
  return longer;
}

function unlessCursorRefused(error: unknown): undefined {
  if (!(error instanceof ApiError && error.status === 400)) throw error;
}
