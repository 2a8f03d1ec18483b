import { describe, expect, it } from '@jest/globals';
import { wayOutOf } from './way-out';

describe('the way out of a problem', () => {
  it.each([
    ['it has no audience: choose lists or segments', '#audience'],
    ['nobody would get it', '#audience'],
    ['“News” is archived', '#audience'],
    ['it has no subject', '#content'],
    ['html: tag was not closed in line 3, column 1', '#content'],
    ['the segment “Best” cannot be evaluated', '/segments'],
    ['the free plan sends campaigns through a provider of your own: connect one', '/settings/providers'],
    ['something else', undefined],
  ])('of “%s” is %s', (problem, href) => {
    expect(wayOutOf(problem)?.href).toBe(href);
  });
});
