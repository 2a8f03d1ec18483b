import { describe, expect, it } from '@jest/globals';
import { endingOf, merged } from './timeline';

const at = (minute: number) => `2026-11-22T10:${String(minute).padStart(2, '0')}:00.000Z`;
const source = (kind: string, minutes: number[], hasMore = false) => ({
  kind,
  moments: minutes.map((minute) => ({ name: `${kind} ${minute}`, at: at(minute), arrivedAt: at(minute) })),
  hasMore,
});
const events = (minutes: number[], hasMore?: boolean) => source('event', minutes, hasMore);
const messages = (minutes: number[], hasMore?: boolean) => source('message', minutes, hasMore);
const shown = (...sources: ReturnType<typeof source>[]) => merged(sources).map(({ name }) => name);

describe('the timeline of a person', () => {
  it('merges what happened by time, newest first', () => {
    const all = [events([9, 3]), messages([8, 1]), source('consent', [5])];
    expect(shown(...all)).toEqual(['event 9', 'message 8', 'consent 5', 'event 3', 'message 1']);
    expect(shown(events([]), messages([2]))).toEqual(['message 2']);
    expect(shown(events([]), messages([]))).toEqual([]);
  });

  it('shows a late event at the time when it happened', () => {
    const late = events([9, 3]);
    late.moments[0] = { name: 'late', at: at(0), arrivedAt: at(9) };
    expect(shown(late, messages([8, 1]))).toEqual(['message 8', 'event 3', 'message 1', 'late']);
  });

  it('ends where older entries of one kind are not loaded', () => {
    expect(shown(events([9, 5], true), messages([8, 4, 1]))).toEqual(['event 9', 'message 8', 'event 5']);
    expect(shown(events([9, 5, 2]), messages([8, 4], true))).toEqual(['event 9', 'message 8', 'event 5', 'message 4']);
  });

  it('loads more of the kind at which it ends', () => {
    expect(endingOf([events([9, 5], true), messages([8, 4], true)])?.kind).toBe('event');
    expect(endingOf([events([9, 3], true), messages([8, 4], true)])?.kind).toBe('message');
    expect(endingOf([events([9, 3], true), messages([8, 4])])?.kind).toBe('event');
    expect(endingOf([events([9, 3]), messages([8, 4])])).toBeUndefined();
  });
});
