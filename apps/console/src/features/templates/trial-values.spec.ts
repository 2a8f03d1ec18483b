import { describe, expect, it } from '@jest/globals';
import { valuesOf } from './trial-values';

describe('the values that a template is tried with', () => {
  it('lies paths in each other, and leaves out what is empty', () => {
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

  it('prefers what lies deeper where one path is the beginning of another', () => {
    expect(valuesOf([['user', 'Ada'], ['user.name', 'Grace']])).toEqual({ user: { name: 'Grace' } }); // prettier-ignore
    expect(valuesOf([['user', 'Ada'], ['user.name', '']])).toEqual({ user: 'Ada' }); // prettier-ignore
  });

  it('takes a name as a name, whatever it means to JavaScript', () => {
    const values = valuesOf([['__proto__.polluted', 'yes'], ['constructor', 'x']]); // prettier-ignore
    expect(JSON.stringify(values)).toBe('{"__proto__":{"polluted":"yes"},"constructor":"x"}');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});
