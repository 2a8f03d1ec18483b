import { expect, it } from '@jest/globals';
import { sayOperation, words } from './words';

it('says operations and fields in words', () => {
  expect(sayOperation('updateWebhook')).toBe('Update webhook');
  expect(sayOperation('deleteUser')).toBe('Erase person');
  expect(words.sayField('double_optin')).toBe('Double optin');
  expect(words.sayThing('warm_up')).toBe('Warm-up');
  expect(words.sayThing('saved_block')).toBe('Saved block');
});
