import { expect, it } from '@jest/globals';
import { InvalidInputError } from '@dundun/domain';
import { knownTypes } from './feed-types.js';

it('takes single types, groups and everything, each once', () => {
  expect(knownTypes(['user.merged', 'message.*', 'user.merged', '*'], 'types')).toEqual([
    'user.merged',
    'message.*',
    '*',
  ]);
});

it.each([[['message.eaten']], [['mess*']], [['message.%']], [['*.sent']], [['']], [[]]])('refuses %j', (types) => {
  expect(() => knownTypes(types, 'types')).toThrow(InvalidInputError);
});
