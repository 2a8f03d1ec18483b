import { describe, expect, it } from '@jest/globals';
import type { MembershipState } from '@dundun/domain';
import { mergedState } from './merged-state.js';

const TABLE: [source: MembershipState, destination: MembershipState, next: MembershipState, delta: number][] = [
  ['none', 'none', 'none', 0],
  ['none', 'pending', 'pending', 0],
  ['none', 'subscribed', 'subscribed', 0],
  ['none', 'unsubscribed', 'unsubscribed', 0],
  ['pending', 'none', 'pending', 0],
  ['pending', 'pending', 'pending', -1],
  ['pending', 'subscribed', 'subscribed', -1],
  ['pending', 'unsubscribed', 'unsubscribed', -1],
  ['subscribed', 'none', 'subscribed', 0],
  ['subscribed', 'pending', 'pending', -1],
  ['subscribed', 'subscribed', 'subscribed', -1],
  ['subscribed', 'unsubscribed', 'unsubscribed', -1],
  ['unsubscribed', 'none', 'unsubscribed', 0],
  ['unsubscribed', 'pending', 'unsubscribed', -1],
  ['unsubscribed', 'subscribed', 'unsubscribed', -1],
  ['unsubscribed', 'unsubscribed', 'unsubscribed', 0],
];

describe('two memberships of one list', () => {
  it.each(TABLE)('source %s and destination %s are %s, and the list gains %i', (source, destination, next, delta) => {
    expect(mergedState(source, destination)).toEqual({ next, delta });
  });
});
