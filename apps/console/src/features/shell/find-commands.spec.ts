import { expect, it } from '@jest/globals';
import { PLACE_COMMANDS, matching } from './find-commands';

const found = (text: string) => matching(PLACE_COMMANDS, text).map(({ label }) => label);

it('finds commands by every word, without regard to case and accents', () => {
  expect(found('LÍST create')).toEqual(['Create list']);
  expect(found('nothing like it')).toEqual([]);
});

it('puts first what begins with the text', () => {
  expect(found('list')[0]).toBe('Lists');
});

it('offers everything before anything is typed', () => {
  expect(found('')).toHaveLength(PLACE_COMMANDS.length);
});
