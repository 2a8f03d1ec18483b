import { describe, expect, it } from '@jest/globals';
import { problemsIn } from './problems';
import { objectOf } from './use-trial';

describe('problemsIn', () => {
  it.each([
    ['must be a template: x (line 3, column 7)', { line: 3, column: 7, message: 'must be a template: x' }],
    ['must be a template: x (line 3).', { line: 3, column: 1, message: 'must be a template: x' }],
    ['must be given', { line: 1, column: 1, message: 'must be given' }],
  ])('reads %s', (fault, problem) => {
    expect(problemsIn([fault])).toEqual([problem]);
  });
});

describe('objectOf', () => {
  it('reads objects with lists, and nothing else', () => {
    expect(objectOf('{"items":[{"a":1}]}')).toEqual({ items: [{ a: 1 }] });
    expect(objectOf(' ')).toEqual({});
    for (const wrong of ['[]', '"x"', '{', 'null', '1']) expect(objectOf(wrong)).toBeUndefined();
  });
});
