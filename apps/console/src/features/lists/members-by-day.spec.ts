import { expect, it } from '@jest/globals';
import { membersByDay } from './members-by-day';

it('goes back from the people of today by those who joined', () => {
  expect(membersByDay(10, [2, 0, 3])).toEqual([7, 7, 10]);
  expect(membersByDay(10, [0, 0])).toEqual([10, 10]);
  expect(membersByDay(10, [])).toEqual([]);
});

it('counts nobody below zero where the numbers are of different moments', () => {
  expect(membersByDay(1, [0, 0, 5])).toEqual([0, 0, 1]);
});
