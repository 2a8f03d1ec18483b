import { expect, it } from '@jest/globals';
import { firstUtm } from './first-utm.js';

it('UTM parameters begin with the name of the campaign, without spaces and signs', () => {
  expect(firstUtm(' November news & Größen! ').campaign).toBe('november-news-größen');
  expect(firstUtm('!')).toEqual({ source: 'newsletter', medium: 'email' });
});
