import { describe, expect, it } from '@jest/globals';
import { needleOf, patternOf, prefixOf } from './search-needle.js';

const patterns = (search: string) => needleOf(search).words.map(patternOf);

describe('needleOf', () => {
  it.each([
    ['Ada', ['%ada%']],
    ['  ADA   love  ', ['%ada%', '%love%']],
    ['ad', ['% ad%']],
    ['a l', ['% a%', '% l%']],
    ['ada ada', ['%ada%']],
    ['100%_\\', ['%100\\%\\_\\\\%']],
    ['o_b', ['% o\\_b%']],
    ['Łukasz', ['%łukasz%']],
    ['日本語', ['%日本語%']],
    ['+234 (801) 234-5678', ['%2348012345678%']],
    ['_%', []],
    ['@', []],
    ['   ', []],
  ])('reads %j as the patterns %j', (search, expected) => expect(patterns(search)).toEqual(expected));

  it('stops after ten words', () => {
    expect(patterns(Array.from({ length: 100 }, (_, index) => `word${index}`).join(' '))).toHaveLength(10);
  });

  it.each([
    ['Ada@Example.COM', { email: 'ada@example.com', number: null, uid: 'Ada@Example.COM' }],
    ['+234 801 234 5678', { email: null, number: '2348012345678', uid: '+234 801 234 5678' }],
    ['u-1042', { email: null, number: null, uid: 'u-1042' }],
    ['ada', { email: null, number: null, uid: null }],
  ])('reads %j as the identity %j', (search, exact) => expect(needleOf(search).exact).toEqual(exact));

  it('makes prefixes of words for columns', () => {
    expect(needleOf('50% ada').words.map(prefixOf)).toEqual(['50\\%%', 'ada%']);
  });
});
