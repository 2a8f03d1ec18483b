import { expect, it } from '@jest/globals';
import { InvalidInputError } from '@dundun/domain';
import { knownTypes } from './feed-types.js';

it('accepts single types, groups and *, and removes duplicates', () => {
  expect(knownTypes(['user.merged', 'message.*', 'user.merged', '*'], 'types')).toEqual([
    'user.merged',
    'message.*',
    '*',
  ]);
});

it.each([[['message.eaten']], [['mess*']], [['message.%']], [['*.sent']], [['']], [[]]])('refuses %j', (types) => {
  expect(() => knownTypes(types, 'types')).toThrow(InvalidInputError);
});
