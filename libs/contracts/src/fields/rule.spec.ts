import { expect, it } from '@jest/globals';
import { faultsOf } from '../testing.js';
import { Across, isRule } from './rule.js';
import { Text } from './text.js';

class Trip {
  @Text({ description: 'Where from.', max: 10 })
  from!: string;

  @Across('two_places', 'must not be where from is', (value, { from }) => value !== from)
  @Text({ description: 'Where to.', max: 10 })
  to!: string;
}

it('tests the whole body and reports the fault for its field', () => {
  expect(faultsOf(Trip, { from: 'Lagos', to: 'Lagos' })).toEqual({ to: 'must not be where from is' });
  expect(faultsOf(Trip, { from: 'Lagos', to: 'Accra' })).toEqual({});
});

it('recognizes a rule among other contexts', () => {
  expect([null, 'text', { name: 'x', message: 'y', test: () => true }].map(isRule)).toEqual([false, false, false]);
});
