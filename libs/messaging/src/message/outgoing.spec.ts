import { describe, expect, it } from '@jest/globals';
import type { ClaimedMessage } from './message.js';
import { mailOf } from './outgoing.js';
import { aMessage } from '../testing.js';

const claimed = (address: string): ClaimedMessage => ({
  ...aMessage(1, { sender: { name: 'Ada', address } }),
  status: 'queued',
  claim: 1,
  attempts: 0,
  created_at: new Date(),
  limited_at: null,
});

describe('mailOf', () => {
  it.each([
    ['ada@sender.test', 'sender.test'],
    ['ada@Bücher.test', 'xn--bcher-kva.test'],
  ])('writes the Message-ID of a mail from %s in ASCII', (from, domain) => {
    const message = claimed(from);
    expect(mailOf(message, []).messageId).toBe(`<${message.id}@${domain}>`);
  });
});
