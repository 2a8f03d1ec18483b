import { expect, it } from '@jest/globals';
import { SendEmailBody, SenderBody, Text } from '@dundun/contracts';
import { IsOptional, IsString, ValidateIf } from 'class-validator';
import { compileValidator } from './compiled-validator.js';
import { fieldPlans } from './field-plans.js';

const description = 'A field.';

it('knows the fields of a class, its inner classes and its rules over several fields', () => {
  const plans = fieldPlans(SendEmailBody);
  expect(plans.find(({ name }) => name === 'from')?.nested).toBe(SenderBody);
  expect(
    plans
      .find(({ name }) => name === 'html')
      ?.rules.map((rule) => rule.name)
      .sort(),
  ).toEqual(['content', 'text']);
});

it('takes fields from the classes above', () => {
  class Above {
    @Text({ description })
    inherited!: string;
  }
  class Below extends Above {
    @Text({ description })
    own!: string;
  }
  expect(
    fieldPlans(Below)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['inherited', 'own']);
});

it('does not start with decorators of others', () => {
  class Stranger {
    @IsString()
    name!: string;
  }
  class Mixed {
    @IsOptional()
    @Text({ description })
    name?: string;
  }
  class Conditional {
    @ValidateIf(() => true)
    @Text({ description })
    name?: string;
  }
  for (const [cls, decorator] of [
    [Stranger, 'isString'],
    [Mixed, 'isOptional'],
    [Conditional, 'conditionalValidation'],
  ] as const) {
    expect(() => compileValidator(cls)).toThrow(`${cls.name}.name has the decorator ${decorator}`);
  }
});

it('does not start with a class that checks nothing', () => {
  class Empty {}
  expect(() => compileValidator(Empty)).toThrow('Empty has no fields');
});

it('does not start with a field that every object has', () => {
  class Tricky {
    @Text({ description })
    toString!: () => string;
  }
  expect(() => compileValidator(Tricky)).toThrow('Tricky.toString');
});
