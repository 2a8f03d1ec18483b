import { expect, it } from '@jest/globals';
import { isTerminal, MESSAGE_STATUSES } from './message.js';

it('works on a message until it ends', () => {
  expect(MESSAGE_STATUSES.filter((status) => !isTerminal(status))).toEqual(['scheduled', 'queued', 'sending', 'held']);
});
