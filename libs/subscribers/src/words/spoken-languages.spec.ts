import { describe, expect, it } from '@jest/globals';
import { spokenLanguages } from './spoken-languages.js';

const tags = (...given: Parameters<typeof spokenLanguages>) => spokenLanguages(...given).map(({ tag }) => tag);

describe('the languages to choose from', () => {
  it('are those of pages and of templates, each once and by its own name', () => {
    expect(tags([], null)).toEqual(['de', 'yo', 'en', 'es', 'fr']);
    expect(tags(['pt-br', 'EN', 'no tag'], null)).toEqual(['de', 'yo', 'en', 'es', 'fr', 'pt-BR']);
    expect(spokenLanguages(['pt-BR'], null)).toContainEqual({ tag: 'pt-BR', name: 'Português (Brasil)' });
  });

  it('have the one of the reader, whatever it is', () => {
    expect(spokenLanguages([], 'German')).toContainEqual({ tag: 'German', name: 'German' });
    expect(spokenLanguages([], 'not a tag')).toContainEqual({ tag: 'not a tag', name: 'not a tag' });
    expect(tags([], 'de')).toHaveLength(5);
  });
});
