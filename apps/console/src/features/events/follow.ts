import { ApiError, type ConsoleEventPage } from '@dundun/client';
import { append, LONGEST, prepend, startFeed, type Feed } from './feed';

/** Reads one page of the events; without a cursor the newest. */
export type ReadPage = (cursor: { previous_cursor?: string; next_cursor?: string }) => Promise<ConsoleEventPage>;

/** As many as the API gives at once. */
export const PER_PAGE = 30;
/** More than this has come: the newest page is worth more than everything in between. */
const MOST_NEWER_PAGES = 8;
/** A page that looks for a rare name may be empty, with more behind it. */
const MOST_OLDER_PAGES = 12;

/** The feed with everything that has come since it was read; a new one when there is none or too much has come. */
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

/** The feed with at least one event more at its end, if there is one. */
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
