import { expect, it } from '@jest/globals';
import { linePath, ticksTo } from './scale';

it('chooses round ticks that reach the largest value', () => {
  expect(ticksTo(0)).toEqual([0, 1]);
  expect(ticksTo(3)).toEqual([0, 1, 2, 3]);
  expect(ticksTo(97)).toEqual([0, 50, 100]);
  expect(ticksTo(12_400)).toEqual([0, 5_000, 10_000, 15_000]);
});

it('breaks a line where a value is unknown', () => {
  const path = linePath(
    [1, 2, null, 4],
    (index) => index,
    (value) => value,
  );
  expect(path).toBe('M0.0 1.0L1.0 2.0M3.0 4.0');
});
