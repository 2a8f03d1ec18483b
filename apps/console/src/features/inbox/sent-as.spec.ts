import { describe, expect, it } from '@jest/globals';
import { sentAs } from './sent-as';

const ID = '01934870-0c55-7d0b-b0d5-94a1c9a4ff10';
const withHeader = (name: string, value: string) => ({
  headers: [
    { name: 'Subject', value: 'Hello' },
    { name, value },
  ],
});

describe('the message behind a captured one', () => {
  it('is named by the Message-ID of an email', () => {
    expect(sentAs(withHeader('Message-ID', `<${ID}@example.com>`))).toBe(ID);
    expect(sentAs(withHeader('message-id', ` <${ID.toUpperCase()}@example.com> `))).toBe(ID);
  });

  it.each([`<other@example.com>`, `<${ID}>`, `<${ID}@a@b>`, ''])('is not known from %s', (value) => {
    expect(sentAs(withHeader('Message-ID', value))).toBeUndefined();
  });

  it('is not known of an SMS, which has no headers', () => {
    expect(sentAs({ headers: [] })).toBeUndefined();
  });
});
