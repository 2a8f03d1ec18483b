import { describe, expect, it } from '@jest/globals';
import { renderShared } from './shared-rendering.js';
import { renderParts } from './template-engine.js';

const AT = Date.UTC(2026, 0, 31, 12);
const of = (parts: Parameters<typeof renderShared>[0], ...variables: object[]) =>
  renderShared(
    parts,
    variables.map((each) => ({ variables: each, at: AT })),
  );
const joined = (fixed: string[], values: string[]) => fixed.map((piece, at) => piece + (values[at] ?? '')).join('');

describe('renderShared', () => {
  it('divides a content of text and outputs into fixed pieces and values', () => {
    const html = '<p>{{ a }}{{ b | upcase }} and {{- c -}} !</p>';
    const { fixed, filled } = of({ subject: 'Hi {{ a }}', html }, { a: '<1>', b: 'x', c: 2 }, { a: 1, b: 'y', c: '' });
    expect(fixed).toEqual({ html: ['<p>', '', ' and', '!</p>'] });
    expect(filled).toEqual([
      { subject: 'Hi <1>', html: ['&lt;1&gt;', 'X', '2'] },
      { subject: 'Hi 1', html: ['1', 'Y', ''] },
    ]);
  });

  it.each([
    '{{ a }}',
    'plain',
    'x{{ a }}y{{ list | join: ", " }}z{{ missing | default: "none" }}',
    '{% comment %}c{% endcomment %}{% for i in list %}{{ i }}{% endfor %}',
    '{% assign b = a %}{{ b }}',
    '{{ a }}\u0000 {{ list[0] }}',
  ])('gives the same as one rendering: %j', (html) => {
    const variables = { a: 'Ada & Grace', list: [1, '<2>'] };
    const { fixed, filled } = of({ html }, variables);
    const [first] = filled as [{ html: string | string[] }];
    const whole = typeof first.html === 'string' ? first.html : joined(fixed.html ?? [], first.html);
    expect(whole).toBe(renderParts({ html }, variables).html);
  });

  it('gives a fault to the message that lacks a variable, and to no other', () => {
    const { filled } = of({ html: 'Hi {{ name }}' }, { name: 'Ada' }, {}, { name: 'Grace' });
    expect(filled).toEqual([{ html: ['Ada'] }, { fault: expect.stringContaining('name') }, { html: ['Grace'] }]);
  });

  it('gives filters that read a clock or a die the moment of the message', () => {
    const text = '{{ "now" | date: "%Y-%m-%d" }} {{ list | sample }}{% if true %}{% endif %}';
    const list = Array.from({ length: 1_000 }, (_, index) => index);
    const [first, again] = [of({ text }, { list }), of({ text }, { list })];
    expect(first).toEqual(again);
    expect(first.filled).toEqual([{ text: expect.stringMatching(/^2026-01-31 \d+$/) }]);
    expect(renderParts({ text: '{{ "now" | date: "%Y" }}' }, {}).text).toBe(String(new Date().getFullYear()));
  });
});
