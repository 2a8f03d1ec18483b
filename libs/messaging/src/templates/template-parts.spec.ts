import { describe, expect, it } from '@jest/globals';
import { closestLanguage, inLanguage, missingParts } from './template-parts.js';

const parts = (subject: string | null, html: string | null = '<p>', text: string | null = null) => ({
  subject,
  html,
  mjml: null,
  text,
  design: null,
});

describe('closestLanguage', () => {
  it.each([
    ['pt-BR', ['pt', 'pt-BR'], 'pt-BR'],
    ['pt_br', ['pt-BR'], 'pt-BR'],
    ['PT-br', ['pt'], 'pt'],
    ['pt', ['pt-BR'], 'pt-BR'],
    ['pt', ['ptx'], undefined],
    ['de', ['fr'], undefined],
    ['', ['fr'], undefined],
  ])('answers %s of %j with %s', (wanted, available, found) => {
    expect(closestLanguage(wanted, available)).toBe(found);
  });
});

describe('inLanguage', () => {
  const version = { ...parts('Hi'), language: 'en-GB', translations: { fr: parts('Salut'), 'en-US': parts('Hey') } };
  it.each([
    ['fr', 'Salut'],
    ['fr-CA', 'Salut'],
    ['en-US', 'Hey'],
    ['en-GB', 'Hi'],
    ['en', 'Hi'],
    ['de', 'Hi'],
    [undefined, 'Hi'],
    ['__proto__', 'Hi'],
  ])('gives a reader of %s the subject %s', (wanted, subject) => {
    expect(inLanguage(version, wanted).subject).toBe(subject);
  });
});

describe('missingParts', () => {
  it('names what the template has and the translation lacks', () => {
    expect(missingParts(parts('a', '<p>', 'x'), parts(null, null, null))).toEqual(['subject', 'html', 'text']);
    expect(missingParts(parts('a', null, 'x'), parts('b', '<p>', 'y'))).toEqual([]);
  });
});
