import { describe, expect, it } from '@jest/globals';
import { examine, type Examined } from './preflight.js';

const clean: Examined = {
  rendered: { subject: 'Hi', html: '<a href="https://example.com">x</a><img src="a" alt="A">' },
  missing: [],
  variables: ['unsubscribe_url'],
  design: null,
  language: null,
};
const codes = (over: Partial<Examined>) => examine({ ...clean, ...over }).map(({ code }) => code);
const html = (text: string) => codes({ rendered: { subject: 'Hi', html: text } });

describe('examine', () => {
  it('finds nothing in a good mail', () => {
    expect(codes({})).toEqual([]);
  });

  it.each([
    ['no_unsubscribe', () => codes({ variables: ['name'] })],
    ['no_subject', () => codes({ rendered: { subject: ' ', text: 'x' } })],
    ['unknown_variable', () => codes({ missing: ['name'] })],
    ['empty_link', () => html('<a href="">x</a>')],
    ['empty_link', () => html('<a href="#">x</a>')],
    ['empty_link', () => html('<a href="javascript:alert(1)">x</a>')],
    ['empty_link', () => html('<a href="https://">x</a>')],
    ['empty_link', () => html('<a>x</a>')],
    ['image_without_alt', () => html('<img src="a">')],
    ['image_without_alt', () => html('<img src="a" alt=" ">')],
    ['too_large', () => html('x'.repeat(102 * 1024 + 1))],
  ])('finds %s', (code, found) => {
    expect(found()).toEqual([code]);
  });

  it('takes an anchor for no link', () => {
    expect(html('<a id="top"></a><a href="#top">x</a><a href="mailto:a@b.example">x</a>')).toEqual([]);
  });
});
