import { expect, it } from '@jest/globals';
import { readSegmentTree } from '@dundun/domain';
import { matchOf, readConditions, segmentPath, writeConditions, type Conditions } from './conditions';

const PRO: Conditions = [{ attribute: 'plan', type: 'text', is: 'equals', value: 'pro “&” <b>' }];
const BOTH: Conditions = [...PRO, { not: { event: 'Order placed', window: { last: { days: 30 } } } }];
const LIST = '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b11';

const treeIn = (path: string | null) =>
  readSegmentTree(JSON.parse(new URL(path ?? '', 'http://host').searchParams.get('match') ?? ''));

it('reads back from the URL what was written to it', () => {
  for (const conditions of [PRO, BOTH]) expect(readConditions(writeConditions(conditions))).toEqual(conditions);
  expect(writeConditions([])).toBeNull();
  expect(readConditions(null)).toEqual([]);
});

it('takes an edited URL for no filter', () => {
  for (const text of ['', '{', 'null', '1', '{"all":[]}', '[1]', '["a"]', '[null]', '[[]]'])
    expect(readConditions(text)).toEqual([]);
});

it('asks for one condition alone, and joins several', () => {
  expect(matchOf([])).toBeUndefined();
  expect(JSON.parse(matchOf(PRO) ?? '')).toEqual(PRO[0]);
  expect(JSON.parse(matchOf(BOTH) ?? '')).toEqual({ all: BOTH });
});

it('opens the segment builder with the list, its status and the conditions', () => {
  expect(segmentPath({ list: '', status: '', conditions: [] })).toBeNull();
  expect(treeIn(segmentPath({ list: '', status: '', conditions: PRO }))).toEqual(PRO[0]);
  expect(treeIn(segmentPath({ list: LIST, status: 'pending', conditions: BOTH }))).toEqual({
    all: [{ list: LIST, status: ['pending'] }, ...BOTH],
  });
  expect(treeIn(segmentPath({ list: LIST, status: '', conditions: [] }))).toEqual({
    list: LIST,
    status: ['subscribed', 'pending', 'unsubscribed'],
  });
});
