import { describe, expect, it } from '@jest/globals';
import { ApiError, type ConsoleEventPage, type ConsoleEventView } from '@dundun/client';
import { LONGEST, type Feed } from './feed';
import { follow, goBack, PER_PAGE, type ReadPage } from './follow';

const event = (name: string): ConsoleEventView => ({
  id: name,
  event: name,
  uid: 'u1',
  value: null,
  properties: null,
  timestamp: null,
  received_at: '2026-11-20T09:30:00.000Z',
});

/** Simulates the API over events that a test adds; a cursor is the number of events so far. */
function aSource() {
  const events: string[] = [];
  const page = (from: number, to: number, older: number | null, newer: number): ConsoleEventPage => ({
    data: events.slice(from, to).reverse().map(event),
    next_cursor: older === null ? null : String(older),
    previous_cursor: String(newer),
  });
  const read: ReadPage = async ({ previous_cursor, next_cursor }) => {
    if (previous_cursor !== undefined) {
      const from = Number(previous_cursor);
      const to = Math.min(events.length, from + PER_PAGE);
      return page(from, to, from, to);
    }
    const to = next_cursor === undefined ? events.length : Number(next_cursor);
    const from = Math.max(0, to - PER_PAGE);
    return page(from, to, from > 0 ? from : null, to);
  };
  const add = (...names: string[]) => void events.push(...names);
  return { add, read };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
const shown = (feed: Feed) => feed.rows.map((row) => row.event.event);

describe('events feed', () => {
  it('starts with the newest page and adds later events', async () => {
    const { add, read } = aSource();
    add('1', '2');
    const first = await follow(undefined, read);
    expect(shown(first)).toEqual(['2', '1']);
    add('3');
    const second = await follow(first, read);
    expect(second.rows.map(({ event: { event: name }, isNew }) => [name, isNew])).toEqual([
      ['3', true],
      ['2', false],
      ['1', false],
    ]);
    expect(second.rows.slice(1)).toEqual(first.rows);
  });

  it('stays unchanged while there are no new events', async () => {
    const { add, read } = aSource();
    add('1');
    const feed = await follow(undefined, read);
    expect(await follow(feed, read)).toBe(feed);
  });

  it('follows an empty feed', async () => {
    const { add, read } = aSource();
    const empty = await follow(undefined, read);
    add('1');
    expect(shown(await follow(empty, read))).toEqual(['1']);
  });

  it('catches up over several pages', async () => {
    const { add, read } = aSource();
    const feed = await follow(undefined, read);
    add(...numbers(PER_PAGE * 3 + 5));
    const caughtUp = await follow(feed, read);
    expect(shown(caughtUp)).toEqual(numbers(PER_PAGE * 3 + 5).reverse());
    expect(new Set(caughtUp.rows.map(({ key }) => key)).size).toBe(caughtUp.rows.length);
  });

  it('starts over when there are too many new events, with new row numbers', async () => {
    const { add, read } = aSource();
    add('0');
    const feed = await follow(undefined, read);
    add(...numbers(LONGEST));
    const restarted = await follow(feed, read);
    expect(restarted.rows).toHaveLength(PER_PAGE);
    expect(shown(restarted)[0]).toBe(String(LONGEST));
    expect(restarted.rows.some(({ key }) => feed.rows.some((row) => row.key === key))).toBe(false);
  });

  it('starts over when its cursor is refused, but not on other errors', async () => {
    const { add, read } = aSource();
    const feed = await follow(undefined, read);
    add('1');
    const refusing =
      (status: number): ReadPage =>
      (cursor) =>
        cursor.previous_cursor ? Promise.reject(new ApiError(status, 'x', 'No.')) : read(cursor);
    expect(shown(await follow(feed, refusing(400)))).toEqual(['1']);
    await expect(follow(feed, refusing(503))).rejects.toMatchObject({ status: 503 });
  });

  it('loads older events, past pages without a match', async () => {
    const { add, read } = aSource();
    add(...numbers(PER_PAGE + 2));
    const feed = await follow(undefined, read);
    let empty = 3;
    const sparse: ReadPage = async (cursor) =>
      empty-- > 0 ? { data: [], next_cursor: cursor.next_cursor ?? null, previous_cursor: null } : read(cursor);
    const longer = await goBack(feed, sparse);
    expect(shown(longer).slice(PER_PAGE)).toEqual(['2', '1']);
    expect(longer.older).toBeNull();
    expect(longer.newer).toBe(feed.newer);
  });
});
