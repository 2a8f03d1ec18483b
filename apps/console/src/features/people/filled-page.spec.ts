import { expect, it } from '@jest/globals';
import { filledPage } from './filled-page';

/** An API of the rows 1 to 9 that looks at three rows in each step and finds only odd ones. */
const read = (calls: number[]) => (step: { limit: number; next_cursor?: string; previous_cursor?: string }) => {
  calls.push(step.limit);
  const isBack = step.previous_cursor !== undefined;
  const from = isBack ? Number(step.previous_cursor) - 3 : Number(step.next_cursor ?? 1);
  const seen = [from, from + 1, from + 2].filter((row) => row >= 1 && row <= 9);
  const data = seen.filter((row) => row % 2 === 1).slice(0, step.limit);
  return Promise.resolve({
    data,
    next_cursor: isBack || from + 3 <= 9 ? String(from + 3) : null,
    previous_cursor: from > 1 ? String(from) : null,
  });
};

it('goes on until the page is full', async () => {
  const calls: number[] = [];
  expect(await filledPage(3, {}, read(calls))).toEqual({ data: [1, 3, 5], next_cursor: '7', previous_cursor: null });
  expect(calls).toEqual([3, 1]);
});

it('ends with the last people, however few match', async () => {
  expect(await filledPage(9, {}, read([]))).toEqual({
    data: [1, 3, 5, 7, 9],
    next_cursor: null,
    previous_cursor: null,
  });
});

it('goes back in the same way, and keeps the order', async () => {
  expect(await filledPage(3, { previous_cursor: '10' }, read([]))).toEqual({
    data: [5, 7, 9],
    next_cursor: '10',
    previous_cursor: '4',
  });
});

it('knows of the page before only if it is not the first', async () => {
  expect(await filledPage(2, { next_cursor: '4' }, read([]))).toEqual({
    data: [5, 7],
    next_cursor: null,
    previous_cursor: '4',
  });
});
