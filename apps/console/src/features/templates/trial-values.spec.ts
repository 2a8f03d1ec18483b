import { describe, expect, it } from '@jest/globals';
import { valuesOf } from './trial-values';

describe('valuesOf', () => {
  it('nests paths and omits empty values', () => {
    const written = [
      ['name', 'Ada'],
      ['order.id', '7'],
      ['order.lines[0]["unit price"]', '9.90'],
      ['order.note', ''],
      ["['first name'].short", 'A'],
    ] as const;
    expect(valuesOf(written)).toEqual({
      name: 'Ada',
      order: { id: '7', lines: { '0': { 'unit price': '9.90' } } },
      'first name': { short: 'A' },
    });
  });

  it('prefers the deeper path when one path is a prefix of another', () => {
    expect(valuesOf([['user', 'Ada'], ['user.name', 'Grace']])).toEqual({ user: { name: 'Grace' } }); // prettier-ignore
    expect(valuesOf([['user', 'Ada'], ['user.name', '']])).toEqual({ user: 'Ada' }); // prettier-ignore
  });

  it('treats special JavaScript names as plain keys', () => {
    const values = valuesOf([['__proto__.polluted', 'yes'], ['constructor', 'x']]); // prettier-ignore
    expect(JSON.stringify(values)).toBe('{"__proto__":{"polluted":"yes"},"constructor":"x"}');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});
