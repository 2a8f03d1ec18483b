import { expect, it } from '@jest/globals';
import { words } from './words';

it('reads names of attributes from lines, each once, without blanks', () => {
  expect(words.namesIn(' plan \n\ncredit limit\nplan\n')).toEqual(['plan', 'credit limit']);
  expect(words.namesIn('')).toEqual([]);
});
