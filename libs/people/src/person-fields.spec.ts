import { describe, expect, it } from '@jest/globals';
import { InvalidInputError } from '@dundun/domain';
import type { PersonFields } from './person-values.js';
import { filled, isSamePerson, newPerson, overwritten } from './person-fields.js';

const at = new Date('2026-11-20T09:30:00Z');
const nobody = newPerson(1, '0193486f-63d0-7b5e-8f8e-1f3f9d1d9c01', at);
const ada = { ...nobody, firstName: 'Ada', email: 'ada@example.com', meta: { plan: 'pro', seats: 3 } };
const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, index]));

describe('overwritten, for a join with the secret', () => {
  it('keeps fields that are not given, replaces given ones, and clears with null', () => {
    const next = overwritten(ada, {
      firstName: null,
      lastName: 'L',
      email: undefined,
      meta: { plan: null, seats: 4, vip: true },
    });
    expect(next).toEqual({ ...ada, firstName: null, lastName: 'L', meta: { seats: 4, vip: true } });
    expect(ada.meta).toEqual({ plan: 'pro', seats: 3 });
  });

  it('counts the attributes after merging them', () => {
    const full = { ...ada, meta: names(300) };
    expect(() => overwritten(full, { meta: { more: 1 } })).toThrow(InvalidInputError);
    expect(Object.keys(overwritten(full, { meta: { more: 1, n0: null } }).meta)).toHaveLength(300);
  });
});

describe('filled, for a join with the key alone', () => {
  it('fills only unset fields', () => {
    const said = {
      firstName: 'Eve',
      lastName: 'Eve',
      number: '2340000001',
      createdAt: new Date(0),
      meta: { plan: 'free', vip: false, gone: null },
    };
    expect(filled(ada, said)).toEqual({
      ...ada,
      lastName: 'Eve',
      number: '2340000001',
      meta: { ...ada.meta, vip: false },
    });
    expect(filled(ada, { firstName: null, email: null })).toEqual(ada);
  });

  it('adds no attributes beyond the limit', () => {
    const next = filled({ ...ada, meta: names(299) }, { meta: { one: 1, two: 2 } });
    expect(Object.keys(next.meta)).toHaveLength(300);
  });
});

describe('isSamePerson', () => {
  it('is true only when no field differs', () => {
    expect(isSamePerson(ada, overwritten(ada, { firstName: 'Ada', createdAt: new Date(at), meta: { seats: 3 } }))).toBe(
      true,
    );
    const others: PersonFields[] = [
      { firstName: 'A' },
      { number: '2340000001' },
      { createdAt: new Date(1) },
      { meta: { x: 1 } },
      { meta: { plan: null } },
    ];
    for (const fields of others) {
      expect(isSamePerson(ada, overwritten(ada, fields))).toBe(false);
    }
  });
});
