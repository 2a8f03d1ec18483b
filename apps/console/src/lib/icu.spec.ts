import { describe, expect, it } from '@jest/globals';
import { icu } from './icu';

describe('an ICU message', () => {
  it('fills in texts and numbers', () => {
    expect(icu('{name} has {n, number} points')({ name: 'Ada', n: 12_345 })).toBe('Ada has 12,345 points');
  });

  it('chooses by the number, exact cases first', () => {
    const people = icu<{ n: number }>('{n, plural, =0 {nobody} one {# person} other {# people}} on the list');
    expect([0, 1, 1_200].map((n) => people({ n }))).toEqual([
      'nobody on the list',
      '1 person on the list',
      '1,200 people on the list',
    ]);
  });

  it('chooses by a word, nested', () => {
    const message = icu(
      '{kind, select, sms {{n, plural, one {# text} other {# texts}} to {who}} other {Mail to {who}}}',
    );
    expect(message({ kind: 'sms', n: 2, who: 'Ada' })).toBe('2 texts to Ada');
    expect(message({ kind: 'email', n: 2, who: 'Ada' })).toBe('Mail to Ada');
  });

  it('does not read values as messages', () => {
    expect(icu('“{title}”')({ title: "{x, plural, one {#}} ''" })).toBe("“{x, plural, one {#}} ''”");
  });

  it('keeps quoted braces, doubled and single apostrophes', () => {
    expect(icu("It''s '{{ name }}', isn't it {x}")({ x: 1 })).toBe("It's {{ name }}, isn't it 1");
  });

  it.each(['{', '{n', '{n, plural}x}', '{n, plural, one {a}}', '{n, plural, one {a} other {b}', 'a } b', '{}', "'{ a"])(
    'refuses %s where it is defined',
    (message) => {
      expect(() => icu(message)).toThrow(SyntaxError);
    },
  );
});
