import { describe, expect, it } from '@jest/globals';
import { UNSAID, type MembershipState } from '@dundun/domain';
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

const ADDRESS = { email: 'ada@example.com', number: null };
const NUMBER = { email: null, number: '2348012345678' };
const unsaid = (status: MembershipState) => ({ status, ...UNSAID });

describe('two memberships of one list', () => {
  it.each(TABLE)('source %s and destination %s are %s, and the list gains %i', (source, destination, next, delta) => {
    const lists = { source: unsaid(source), destination: unsaid(destination) };
    expect(mergedState(lists, ADDRESS, ADDRESS)).toMatchObject({ next, delta });
  });

  it('keep the consent to each channel that either of them gave', () => {
    const lists = { source: unsaid('subscribed'), destination: unsaid('subscribed') };
    expect(mergedState(lists, NUMBER, ADDRESS)).toEqual({
      next: 'subscribed',
      consents: { email: 'subscribed', sms: 'subscribed' },
      left: [],
      delta: -1,
    });
  });

  it('end only the channel that one of them left', () => {
    const lists = {
      source: { status: 'unsubscribed', email: null, sms: 'none' },
      destination: { status: 'subscribed', email: 'subscribed', sms: 'subscribed' },
    } as const;
    expect(mergedState(lists, ADDRESS, { ...ADDRESS, ...NUMBER, email: 'a@example.com' })).toEqual({
      next: 'subscribed',
      consents: { email: 'unsubscribed', sms: 'subscribed' },
      left: ['email'],
      delta: 0,
    });
  });

  it('give no consent for an address that comes with the merge', () => {
    const lists = { source: unsaid('subscribed'), destination: unsaid('none') };
    expect(mergedState(lists, ADDRESS, NUMBER).consents).toEqual({ email: 'subscribed', sms: 'none' });
  });
});
