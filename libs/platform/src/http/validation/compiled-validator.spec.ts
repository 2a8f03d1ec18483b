import { describe, expect, it } from '@jest/globals';
import * as contracts from '@dundun/contracts';
import type { DtoClass } from '@dundun/contracts';
import { runs } from '@dundun/testing/repetitions';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import fc, { type Arbitrary } from 'fast-check';
import { compileValidator } from './compiled-validator.js';
import { fieldPlans } from './field-plans.js';
import { VALID_REQUESTS, type Example } from './valid-requests.js';

type Messages = Record<string, string[]>;

/** The exported classes of request bodies and queries. */
const requests = Object.entries(contracts).filter(([name]) => /(Body|Query)$/.test(name)) as [string, DtoClass][];

const nest = (depth: number): unknown => (depth === 0 ? 1 : { a: nest(depth - 1) });
const WRONG: unknown[] = [
  ...[null, true, 0, -1, 1.5, 31, 2 ** 60, Infinity, NaN, [], [1], {}, ['x', null], { email: 5 }, nest(6), nest(40)],
  ...[
    '',
    ' ',
    'nope',
    'a@b',
    'a@@example.com',
    'ada@example.com, bob@example.com',
    'Ada <ada@example.com',
    '+2348012345678',
  ],
  ...[
    'ftp://example.com',
    'http://',
    'javascript:alert(1)',
    '2026-13-01',
    '2026-02-30T00:00:00Z',
    '31',
    '-5',
    '1e2',
    'TRUE',
  ],
  ...['x'.repeat(65), 'x'.repeat(256), 'x'.repeat(1100), '❤️'.repeat(33), '😀'.repeat(64), '😀'.repeat(65)],
  ...[
    'a\0b',
    '\ud83d',
    'Hi\r\nBcc: eve@example.com',
    'tab\there',
    { 'x\0': 1 },
    { a: '\udc00' },
    { ['é'.repeat(76)]: 1 },
  ],
  Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`p${index}`, index])),
  Array.from({ length: 101 }, (_, index) => `p${index}@example.com`),
];

/** Spoils one or two fields, also inside `from`: sets a wrong value or deletes the field. */
const spoilt = (body: Arbitrary<Example>, cls: DtoClass) => {
  const fields = fieldPlans(cls).map((plan) => plan.name);
  const stroke = fc.tuple(fc.constantFrom(...fields), fc.constantFrom(undefined, ...WRONG), fc.boolean());
  return fc.tuple(body, fc.array(stroke, { minLength: 1, maxLength: 2 })).map(([example, strokes]) => {
    const copy = { ...example };
    for (const [field, value, inside] of strokes) {
      if (inside && field === 'from' && typeof copy.from === 'object') copy.from = { ...copy.from, name: value };
      else if (value === undefined) delete copy[field];
      else copy[field] = value;
    }
    return copy;
  });
};

function collect(errors: readonly ValidationError[], prefix: string, into: Map<string, Set<string>>): void {
  for (const { property, constraints, children } of errors) {
    const field = prefix + property;
    const messages = Object.values(constraints ?? {});
    if (messages.length > 0) into.set(field, new Set(messages));
    // class-validator walks into a list given for an object; the fault of the field itself is enough.
    else collect(children ?? [], `${field}.`, into);
  }
}

const sorted = (found: Map<string, Set<string>>): Messages =>
  Object.fromEntries([...found].map(([field, messages]) => [field, [...messages].sort()]));

function byClassValidator(cls: DtoClass, body: Example): Messages {
  const found = new Map<string, Set<string>>();
  // class-validator walks into an object that is left out by null or an empty text; the compiled validator takes it as absent.
  const isLeftOut = (key: string) =>
    (body[key] === null || body[key] === '') && fieldPlans(cls).some(({ name, nested }) => name === key && nested);
  const given = Object.fromEntries(Object.entries(body).filter(([key]) => !isLeftOut(key)));
  collect(validateSync(plainToInstance(cls, given)), '', found);
  return sorted(found);
}

function byCompiled(check: ReturnType<typeof compileValidator>, body: Example): Messages {
  const result = check(body);
  const found = new Map<string, Set<string>>();
  for (const { field, message } of result.ok ? [] : result.faults) {
    found.set(field, (found.get(field) ?? new Set()).add(message));
  }
  return sorted(found);
}

describe('the compiled validator and class-validator', () => {
  it('have examples of every request class', () => {
    expect(requests.map(([name]) => name).sort()).toEqual(Object.keys(VALID_REQUESTS).sort());
  });

  it.each(requests)('find the same faults in %s', (name, cls) => {
    const check = compileValidator(cls);
    const examples = VALID_REQUESTS[name] as Arbitrary<Example>;
    const counts = { valid: 0, invalid: 0 };
    const params = runs(120, 2_000);
    fc.assert(
      fc.property(fc.oneof(examples, spoilt(examples, cls)), (body) => {
        const expected = byClassValidator(cls, body);
        counts[Object.keys(expected).length > 0 ? 'invalid' : 'valid']++;
        expect(byCompiled(check, body)).toEqual(expected);
      }),
      params,
    );
    expect(counts.valid).toBeGreaterThan(params.numRuns * 0.2);
    expect(counts.invalid).toBeGreaterThan(params.numRuns * 0.15);
  });

  it.each(requests)('accept every valid example of %s', (name, cls) => {
    const check = compileValidator(cls);
    fc.assert(
      fc.property(VALID_REQUESTS[name] as Arbitrary<Example>, (body) =>
        expect(check(body)).toMatchObject({ ok: true }),
      ),
      runs(40, 1_000),
    );
  });
});
