import { expect, it } from '@jest/globals';
import { uniqueRecipients } from './recipients.js';
import { TooManyRecipientsError } from './refusals/sends.js';

const one = (email: string, name: string | null = null) => ({ email, name });
const many = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => one(`${prefix}${index}@example.com`));

it('keeps the first spelling of a mailbox in to, cc and bcc', () => {
  const ada = one('Ada@example.com', 'Ada');
  const bob = one('bob@example.com');
  expect(
    uniqueRecipients([ada, one('ada@EXAMPLE.com')], [one('ada@example.com'), bob], [one('BOB@example.com')]),
  ).toEqual({
    to: [ada],
    cc: [bob],
    bcc: [],
  });
});

it('allows at most 100 distinct mailboxes', () => {
  expect(uniqueRecipients(many(60, 'a'), many(40, 'b'), many(60, 'a')).bcc).toEqual([]);
  expect(() => uniqueRecipients(many(60, 'a'), many(40, 'b'), many(1, 'c'))).toThrow(TooManyRecipientsError);
});
