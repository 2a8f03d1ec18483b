import { expect, it } from '@jest/globals';
import { SendEmailBody, SenderBody, Text } from '@dundun/contracts';
import { IsOptional, IsString, ValidateIf } from 'class-validator';
import { compileValidator } from './compiled-validator.js';
import { fieldPlans } from './field-plans.js';

const description = 'A field.';

it('finds the fields of a class, nested classes and rules across fields', () => {
  const plans = fieldPlans(SendEmailBody);
  expect(plans.find(({ name }) => name === 'from')?.nested).toBe(SenderBody);
  expect(
    plans
      .find(({ name }) => name === 'html')
      ?.rules.map((rule) => rule.name)
      .sort(),
  ).toEqual(['content', 'text']);
});

it('includes inherited fields', () => {
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

it('refuses foreign decorators', () => {
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

it('refuses a class without fields', () => {
  class Empty {}
  expect(() => compileValidator(Empty)).toThrow('Empty has no fields');
});

it('refuses a field named like a member of every object', () => {
  class Tricky {
    @Text({ description })
    toString!: () => string;
  }
  expect(() => compileValidator(Tricky)).toThrow('Tricky.toString');
});
