import { describe, expect, it } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import { faultsOf } from '../testing.js';
import type { Rule } from './rule.js';
import { Phone } from './reach.js';
import { Bool, Int, OneOf, Timestamp } from './scalar.js';
import { Text } from './text.js';

const description = 'A field.';

class Sample {
  @Text({ description, min: 2, max: 4 })
  required!: string;

  @Text({ description, optional: true, min: 36, max: 36 })
  id?: string;

  @Text({ description, optional: true })
  optional?: string;

  @Text({ description, optional: true, nullable: true })
  nullable?: string | null;

  @Text({ description, optional: true, blankIsAbsent: true, min: 2 })
  blank?: string;

  @Phone({ description, optional: true, nullable: true })
  phone?: string | null;

  @Timestamp({ description, optional: true })
  when?: Date;

  @Bool({ description, optional: true, lenient: true })
  lenient?: boolean;

  @Int({ description, optional: true, min: 0, max: 5, text: true })
  count?: number;

  @OneOf(['a', 'b'], { description, optional: true, parse: (value) => (value === 'b' ? 'a' : value) })
  letter?: string;
}

const ruleOf = (field: keyof Sample): Rule => {
  const metadatas = getMetadataStorage().getTargetValidationMetadatas(Sample, '', false, false);
  return metadatas.find(({ propertyName }) => propertyName === field)?.context as Rule;
};

describe('a field', () => {
  it.each([
    [{}, { required: 'must be 2 to 4 characters' }],
    [{ required: null }, { required: 'must be 2 to 4 characters' }],
    [{ required: 'ok', optional: undefined }, {}],
    [{ required: 'ok', optional: null }, {}],
    [{ required: 'ok', optional: '' }, {}],
    [{ required: 'ok', id: 'x' }, { id: 'must be 36 characters' }],
    [{ required: 'ok', nullable: null }, {}],
    [{ required: 'ok', nullable: 5 }, { nullable: 'must be text or null' }],
    [{ required: 'ok', blank: '' }, {}],
    [{ required: 'ok', blank: 'x' }, { blank: 'must be at least 2 characters' }],
    [{ required: 'ok', blank: null }, {}],
  ])('in %j has the faults %j', (body, faults) => expect(faultsOf(Sample, body)).toEqual(faults));

  it.each([
    ['blank', '', undefined],
    ['blank', 'text', 'text'],
    ['phone', '+234 801 234 5678', '2348012345678'],
    ['phone', null, null],
    ['phone', '', null],
    ['optional', null, undefined],
    ['optional', '', undefined],
    ['when', '2026-11-20', new Date('2026-11-20T00:00:00Z')],
    ['lenient', 'false', false],
    ['lenient', 'true', true],
    ['lenient', true, true],
    ['count', '5', 5],
    ['count', 5, 5],
    ['letter', 'b', 'a'],
  ] as const)('%s turns %j into %j', (field, value, parsed) => expect(ruleOf(field).parse?.(value)).toEqual(parsed));

  it('without a normal form has no parse', () => {
    expect(ruleOf('required').parse).toBeUndefined();
  });
});
