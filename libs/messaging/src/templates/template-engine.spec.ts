import { describe, expect, it } from '@jest/globals';
import { MissingVariableError, TemplateError } from '@dundun/domain';
import { renderParts, templateRefusal } from './template-engine.js';

const refusalOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return templateRefusal(error);
  }
  return undefined;
};

describe('the template engine', () => {
  it('escapes variables in html unless raw, and never in text and subject', () => {
    const parts = { subject: 'Hi {{ name }}', html: '<p>{{ name }}{{ name | raw }}</p>', text: '{{ name }}' };
    expect(renderParts(parts, { name: '<b>&' })).toEqual({
      subject: 'Hi <b>&',
      html: '<p>&lt;b&gt;&amp;<b>&</p>',
      text: '<b>&',
    });
  });

  it('names a missing variable, unless it has a default or is tested', () => {
    const refusal = refusalOf(() => renderParts({ text: 'Hi {{ first_name }}' }, {}));
    expect(refusal).toBeInstanceOf(MissingVariableError);
    expect(refusal?.message).toContain('first_name');
    expect(renderParts({ text: '{{ a | default: "b" }}{% if c %}d{% endif %}' }, {})).toEqual({ text: 'b' });
  });

  it('keeps line breaks of variables out of the subject', () => {
    expect(renderParts({ subject: 'Hi {{ name }}' }, { name: 'a\r\nBcc: x@example.com' })).toEqual({
      subject: 'Hi a Bcc: x@example.com',
    });
  });

  it('produces only storable text: no NUL, no lone surrogates, no control characters in a subject', () => {
    const text = '{{ "%00" | url_decode }}{{ name | slice: 0, 1 }}|{{ name | truncate: 4, "" }}';
    const { subject, html, text: plain } = renderParts({ subject: text, html: text, text }, { name: '😀\v\x1b😀' });
    for (const part of [subject, html, plain]) {
      expect(part).not.toContain('\0');
      expect(part?.isWellFormed()).toBe(true);
    }
    expect(subject).not.toMatch(/\p{Cc}/u);
  });

  it('refuses a subject that renders too long for a header', () => {
    expect(renderParts({ subject: '{{ name }}' }, { name: '😀'.repeat(998) }).subject).toHaveLength(2 * 998);
    expect(refusalOf(() => renderParts({ subject: '{{ name }}' }, { name: 'x'.repeat(999) }))).toBeInstanceOf(
      TemplateError,
    );
  });

  it.each(['subject', 'html', 'text'])('refuses a short loop over a long text in %s', (part) => {
    const long = 'A'.repeat(900_000);
    for (const template of [
      `{% for i in (1..400) %}${long}{% endfor %}`,
      `{% capture a %}{% for i in (1..400) %}${long}{% endfor %}{% endcapture %}`,
      `{% assign a = "${long}" | split: "|" %}{% assign a = a | concat: a %}{{ a }}`,
      `{% tablerow i in (1..400) %}${long}{% endtablerow %}`,
    ]) {
      const refusal = refusalOf(() => renderParts({ [part]: template }, {}));
      expect(refusal).toBeInstanceOf(TemplateError);
      expect(refusal?.message).toContain(`the ${part} becomes longer than 1000000 characters`);
    }
  });

  it('joins lists and empty values as LiquidJS does', () => {
    const text = '{{ list }}|{{ none }}|{{ truth }}|{{ number }}|{% capture c %}{{ list }}{% endcapture %}{{ c }}';
    const variables = { list: [1, ['a', null], 'b'], none: null, truth: false, number: 0 };
    expect(renderParts({ text }, variables)).toEqual({ text: '1ab||false|0|1ab' });
  });

  it.each([
    '{% include "x" %}',
    '{% render "x" %}',
    '{% layout "x" %}',
    '{{ name | nofilter }}',
    '{% for i in (1..1000000000) %}x{% endfor %}',
  ])('refuses %s', (text) => {
    expect(refusalOf(() => renderParts({ text }, { name: 'a' }))).toBeInstanceOf(TemplateError);
  });

  it.each(['constructor', '__proto__', 'toString', 'name.constructor', 'name.length.constructor'])(
    'does not expose %s',
    (path) => {
      expect(refusalOf(() => renderParts({ text: `{{ ${path} }}` }, { name: 'a' }))).toBeInstanceOf(
        MissingVariableError,
      );
    },
  );
});
