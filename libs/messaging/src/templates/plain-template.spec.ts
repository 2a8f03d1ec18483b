import { describe, expect, it } from '@jest/globals';
import { wholeOf } from '@dundun/providers';
import fc from 'fast-check';
import { fillPlain, type PlainTemplate } from './plain-template.js';
import { plainTemplateOf } from './shared-rendering.js';
import { renderParts, type TemplateParts } from './template-engine.js';

const filledWhole = (template: PlainTemplate, variables: object): TemplateParts | undefined => {
  const filled = fillPlain(template, variables);
  if (!filled) return undefined;
  const whole = (part: 'html' | 'text') =>
    filled[part] && wholeOf({ fixed: template[part]?.fixed ?? [], values: filled[part] });
  const { subject, html, text } = { subject: filled.subject, html: whole('html'), text: whole('text') };
  return { subject, ...(html !== undefined && { html }), ...(text !== undefined && { text }) };
};

describe('a plain template', () => {
  it('is filled in as LiquidJS renders it', () => {
    const outputs = [
      '{{ a }}',
      '{{a}}',
      '{{- b -}}',
      '{{ a | raw }}',
      '{{ deep.er.name }}',
      '{{ list[1] }}',
      '{{ rows[0].title }}',
    ];
    const piece = fc.oneof(fc.constantFrom(...outputs), fc.string({ unit: 'binary' }), fc.constantFrom(' \n', '<p>'));
    const source = fc
      .array(piece, { maxLength: 8 })
      .map((pieces) => pieces.map((each) => (outputs.includes(each) ? each : each.replace(/[{}]/g, ''))).join(''));
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('<b>&"\'', '\0\ud800'),
      fc.boolean(),
      fc.integer(),
      fc.double(),
    );
    fc.assert(
      fc.property(source, source, value, value, (html, subject, a, b) => {
        const variables = { a, b, deep: { er: { name: a } }, list: [1, b], rows: [{ title: b }] };
        const parts = { subject: subject.slice(0, 200), html, text: html };
        const template = plainTemplateOf(parts);
        expect(template).not.toBeNull();
        const filled = filledWhole(template as PlainTemplate, JSON.parse(JSON.stringify(variables)) as object);
        if (filled) expect(filled).toEqual(renderParts(parts, variables));
        else expect([a, b].some((each) => typeof each === 'number' && !Number.isFinite(each))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '{{ a | upcase }}',
    '{{ a | default: "you" }}',
    '{{ "a" }}',
    '{{ true }}',
    '{{ empty }}',
    '{{ 1 }}',
    '{{ a[b] }}',
    '{{ a["b"] }}',
    '{{ a == b }}',
    '{{ (1..3) }}',
    '{% if a %}a{% endif %}',
  ])('has no %s', (html) => expect(plainTemplateOf({ subject: 's', html })).toBeNull());

  it.each([
    ['a missing variable', {}],
    ['an inherited property', Object.create({ a: 'x' }) as object],
    ['null', { a: null }],
    ['an object', { a: {} }],
    ['a list', { a: ['x'] }],
    ['a value that is too long', { a: 'x'.repeat(1_000_001) }],
  ])('leaves %s to the sandbox', (_, variables) => {
    const template = plainTemplateOf({ subject: 's', html: '{{ a }}' }) as PlainTemplate;
    expect(fillPlain(template, variables)).toBeUndefined();
  });

  it.each(['size', 'first', 'last'])('leaves the %s of a list to the sandbox', (name) => {
    const template = plainTemplateOf({ subject: 's', html: `{{ list.${name} }}` }) as PlainTemplate;
    expect(fillPlain(template, { list: ['x'] })).toBeUndefined();
  });
});
