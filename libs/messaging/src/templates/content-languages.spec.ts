import { describe, expect, it } from '@jest/globals';
import { IncompleteLanguagesError } from '@dundun/domain';
import { contentFor, mustBeComplete, partsFor } from './content-languages.js';

const CONTENT = {
  subject: 'Hello',
  html: '<p>Hello</p>',
  language: 'en',
  translations: { de: { subject: 'Hallo', html: '<p>Hallo</p>' }, 'pt-BR': { subject: 'Olá', html: '<p>Olá</p>' } },
};
const IDS = { en: '1', de: '2', 'pt-BR': '3' };

describe('a content in several languages', () => {
  it.each([
    ['de', 'Hallo', '2'],
    ['de-AT', 'Hallo', '2'],
    ['pt', 'Olá', '3'],
    ['PT_br', 'Olá', '3'],
    ['en-GB', 'Hello', '1'],
    ['fr', 'Hello', '1'],
  ])('is %s for its readers, or the default one', (language, subject, id) => {
    expect(partsFor(CONTENT, { language }).subject).toBe(subject);
    expect(contentFor('1', IDS, { language })).toBe(id);
  });

  it('is the default one for readers without a language', () => {
    expect(partsFor(CONTENT, { language: 7 }).subject).toBe('Hello');
    expect(contentFor('1', IDS, {})).toBe('1');
    expect(contentFor('1', null, { language: 'de' })).toBe('1');
  });

  it('is in the language that is asked for, whatever the reader reads', () => {
    expect(partsFor(CONTENT, { language: 'de' }, 'pt-BR').subject).toBe('Olá');
  });

  it.each([
    ['subject', { de: { html: '<p>Hallo</p>' } }],
    ['html', { de: { subject: 'Hallo', text: 'Hallo' } }],
  ])('is refused if a language lacks the %s', (part, translations) => {
    const refused = () => mustBeComplete({ ...CONTENT, translations });
    expect(refused).toThrow(IncompleteLanguagesError);
    expect(refused).toThrow(expect.objectContaining({ lacking: [{ language: 'de', part }] }));
  });

  it('is refused if the default language is text alone and another is HTML', () => {
    const refused = () => mustBeComplete({ ...CONTENT, html: undefined, text: 'Hello' });
    expect(refused).toThrow(expect.objectContaining({ lacking: [{ language: 'en', part: 'html' }] }));
  });

  it('is complete without text, which is made from HTML, and in one language', () => {
    expect(() => mustBeComplete({ ...CONTENT, text: 'Hello' })).not.toThrow();
    expect(() => mustBeComplete({ html: '<p>Hello</p>', language: 'en', translations: {} })).not.toThrow();
  });
});
