import type { ConsoleEventPage, ConsoleEventView } from '@dundun/client';

/** An event on the screen. Events have no id of their own, so each gets a number on arrival. */
export interface FeedRow {
  key: number;
  event: ConsoleEventView;
  /** It arrived while the feed was open. */
  isNew: boolean;
}

/** The events on the screen, newest first, with the cursors to newer and older ones. */
export interface Feed {
  rows: FeedRow[];
  newer: string | null;
  older: string | null;
  /** The number of the next row. */
  next: number;
}

/** With more rows than this, a feed starts over, so that a busy hour does not fill the memory. */
export const LONGEST = 1000;

const numbered = (events: ConsoleEventView[], from: number, isNew: boolean): FeedRow[] =>
  events.map((event, index) => ({ key: from + index, event, isNew }));

/** @param before the feed that this one replaces, so that new rows do not reuse numbers still on the screen */
export function startFeed({ data, previous_cursor, next_cursor }: ConsoleEventPage, before?: Feed): Feed {
  const next = before?.next ?? 0;
  return { rows: numbered(data, next, false), newer: previous_cursor, older: next_cursor, next: next + data.length };
}

/** Adds newer events to the feed. */
export function prepend(feed: Feed, { data, previous_cursor }: ConsoleEventPage): Feed {
  if (data.length === 0) return feed.newer === previous_cursor ? feed : { ...feed, newer: previous_cursor };
  const rows = [...numbered(data, feed.next, true), ...feed.rows];
  return { ...feed, rows, newer: previous_cursor, next: feed.next + data.length };
}

/** Adds older events to the feed. */
export function append(feed: Feed, { data, next_cursor }: ConsoleEventPage): Feed {
  const rows = [...feed.rows, ...numbered(data, feed.next, false)];
  return { ...feed, rows, older: next_cursor, next: feed.next + data.length };
}
