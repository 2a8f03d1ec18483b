import { describe, expect, it } from '@jest/globals';
import { staleSince, type Freshness } from './freshness';

const shown = (change: Partial<Freshness> = {}): Freshness => ({
  data: [],
  status: 'success',
  dataUpdatedAt: 100,
  fetchFailureCount: 0,
  ...change,
});

describe('what a page shows', () => {
  it('is fresh while refetching works, or has failed once', () => {
    expect(staleSince([])).toBeNull();
    expect(staleSince([shown(), shown({ fetchFailureCount: 1 })])).toBeNull();
  });

  it('is stale since its oldest data that cannot be fetched again', () => {
    expect(staleSince([shown({ dataUpdatedAt: 50 }), shown({ status: 'error', dataUpdatedAt: 80 })])).toBe(80);
    expect(staleSince([shown({ fetchFailureCount: 2, dataUpdatedAt: 70 }), shown({ status: 'error' })])).toBe(70);
  });

  it('is not stale where there is nothing to show', () => {
    expect(staleSince([shown({ data: undefined, status: 'error', dataUpdatedAt: 0 })])).toBeNull();
  });
});
