import { expect, it } from '@jest/globals';
import { PageQuery } from './page.js';
import { faultsOf } from './testing.js';

const limit = 'must be a whole number from 1 to 30';
const cursor = 'must not be given together with another cursor';

it.each([
  {},
  { limit: '1' },
  { limit: '30' },
  { limit: 10 },
  { next_cursor: 'abc' },
  { next_cursor: 'abc', previous_cursor: '' },
  { previous_cursor: 'abc', prev_cursor: 'abc' },
])('takes %j', (query) => expect(faultsOf(PageQuery, query)).toEqual({}));

it.each([
  [{ limit: '0' }, { limit }],
  [{ limit: '31' }, { limit }],
  [{ limit: '-1' }, { limit }],
  [{ limit: '1.5' }, { limit }],
  [{ limit: '1e1' }, { limit }],
  [{ limit: '' }, { limit: `${limit}; leave the key out instead of leaving it empty` }],
  [{ limit: ' 5' }, { limit }],
  [{ limit: ['5', '6'] }, { limit }],
  [{ next_cursor: 'a', previous_cursor: 'b' }, { next_cursor: cursor }],
  [{ next_cursor: 'a', prev_cursor: 'b' }, { next_cursor: cursor }],
  [{ previous_cursor: 'a', prev_cursor: 'b' }, { next_cursor: cursor }],
  [{ next_cursor: ['a', 'b'] }, { next_cursor: 'must be at most 1024 characters; it is not text' }],
])('refuses %j', (query, faults) => expect(faultsOf(PageQuery, query)).toEqual(faults));
