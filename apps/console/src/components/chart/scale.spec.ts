import { expect, it } from '@jest/globals';
import { labelStep, linePath, ticksTo } from './scale';

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

it('draws as many labels as have room beside each other', () => {
  const days = Array.from({ length: 30 }, () => '20 Nov');
  expect(labelStep(days, 1_080)).toBe(2);
  expect(labelStep(days, 300)).toBe(8);
  const hours = Array.from({ length: 24 }, () => '20 Nov, 09:00');
  expect(labelStep(hours, 1_080)).toBe(3);
  expect([labelStep(['20 Nov'], 20), labelStep([], 100)]).toEqual([1, 1]);
});
