import { describe, expect, it } from '@jest/globals';
import {
  allowedChannels,
  changeConsents,
  changeWaiting,
  channelStates,
  joinedChannels,
  restoredChannels,
  revertOptOut,
  statusOfChannels,
  storedConsents,
  UNSAID,
  type ChannelStates,
} from './channel-consents.js';
import { MEMBERSHIP_TABLE, type MembershipCommand, type MembershipState } from './membership.js';

const EMAIL = { email: 'ada@example.com', number: null };
const NUMBER = { email: null, number: '2348012345678' };
const BOTH = { ...EMAIL, number: NUMBER.number };
const NEITHER = { email: null, number: null };
const plain = { doubleOptin: false, everConfirmed: false };
const optin = { doubleOptin: true, everConfirmed: false };
const STATES = ['none', 'pending', 'subscribed', 'unsubscribed'] as const;
const ALL = STATES.flatMap((email) => STATES.map((sms): ChannelStates => ({ email, sms })));

describe('the stored form', () => {
  it.each(ALL)('keeps email $email and SMS $sms', (states) => {
    const status = statusOfChannels(states);
    expect(channelStates(status, storedConsents(states, BOTH), BOTH)).toEqual(states);
  });

  it.each([
    ['an email', EMAIL, { email: 'subscribed', sms: 'none' }],
    ['a number', NUMBER, { email: 'none', sms: 'subscribed' }],
    ['both', BOTH, { email: 'subscribed', sms: 'subscribed' }],
  ] as const)('of an earlier release means what %s allows', (_, addresses, states) => {
    expect(channelStates('subscribed', UNSAID, addresses)).toEqual(states);
  });

  it('follows an earlier release that changes the status alone', () => {
    const stored = storedConsents({ email: 'pending', sms: 'none' }, BOTH);
    expect(channelStates('subscribed', stored, BOTH)).toEqual({ email: 'subscribed', sms: 'none' });
    expect(channelStates('unsubscribed', stored, BOTH)).toEqual({ email: 'unsubscribed', sms: 'none' });
    const ended = storedConsents({ email: 'unsubscribed', sms: 'unsubscribed' }, BOTH);
    expect(channelStates('subscribed', ended, BOTH)).toEqual({ email: 'subscribed', sms: 'subscribed' });
  });

  it('leaves the choice to the first address of a person without one', () => {
    expect(storedConsents({ email: 'subscribed', sms: 'subscribed' }, NEITHER)).toEqual(UNSAID);
    expect(allowedChannels(NEITHER)).toEqual(['email', 'sms']);
  });
});

describe('the channels of a command', () => {
  const none = { email: 'none', sms: 'none' } as const;

  it('are those that a join names, else email with an email, else SMS', () => {
    expect(joinedChannels({ channels: ['sms'], ...BOTH }, none, BOTH)).toEqual(['sms']);
    expect(joinedChannels(BOTH, none, BOTH)).toEqual(['email']);
    expect(joinedChannels(NUMBER, none, BOTH)).toEqual(['sms']);
    expect(joinedChannels({}, none, BOTH)).toEqual(['email']);
    expect(joinedChannels({}, none, NUMBER)).toEqual(['sms']);
    expect(joinedChannels({}, none, NEITHER)).toEqual(['email', 'sms']);
    expect(joinedChannels({}, { email: 'none', sms: 'subscribed' }, BOTH)).toEqual(['sms']);
  });

  it('of subscribed=true are those that ended or wait, else what the addresses allow', () => {
    expect(restoredChannels(none, BOTH)).toEqual(['email', 'sms']);
    expect(restoredChannels({ email: 'unsubscribed', sms: 'unsubscribed' }, BOTH)).toEqual(['email', 'sms']);
    expect(restoredChannels({ email: 'unsubscribed', sms: 'subscribed' }, BOTH)).toEqual(['email']);
    expect(restoredChannels({ email: 'subscribed', sms: 'none' }, BOTH)).toEqual([]);
    expect(restoredChannels({ email: 'pending', sms: 'unsubscribed' }, BOTH)).toEqual(['email']);
    expect(restoredChannels({ email: 'unsubscribed', sms: 'none' }, NUMBER)).toEqual(['sms']);
  });
});

describe('changing consents', () => {
  it.each(
    (Object.keys(MEMBERSHIP_TABLE) as MembershipCommand[]).flatMap((command) =>
      STATES.flatMap((from) => [plain, optin].map((context) => ({ command, from, context }))),
    ),
  )('of an email-only member is the table: $command from $from', ({ command, from, context }) => {
    const next = MEMBERSHIP_TABLE[command][from]?.[context.doubleOptin ? 1 : 0] as MembershipState | undefined;
    const outcome = changeConsents(command, { email: from, sms: 'none' }, ['email'], context);
    expect(outcome?.states.email).toBe(next);
    expect(outcome?.next).toBe(next);
  });

  it('ends one channel and stays subscribed by the other', () => {
    const outcome = changeConsents('unsubscribe', { email: 'subscribed', sms: 'subscribed' }, ['email'], plain);
    expect(outcome).toMatchObject({
      next: 'subscribed',
      answer: true,
      delta: 0,
      states: { email: 'unsubscribed', sms: 'subscribed' },
      steps: [{ step: 'unsubscribed', channels: ['email'] }],
    });
  });

  it('ends both in one step of the ledger', () => {
    const outcome = changeConsents('unsubscribe', { email: 'subscribed', sms: 'subscribed' }, ['email', 'sms'], plain);
    expect(outcome).toMatchObject({ answer: false, delta: -1, steps: [{ channels: ['email', 'sms'] }] });
  });

  it.each(['join_by_key', 'import', 'import_confirmed'] as const)(
    '%s brings nobody back by another channel',
    (command) => {
      const left = { email: 'unsubscribed', sms: 'none' } as const;
      expect(changeConsents(command, left, ['sms'], plain)).toMatchObject({ states: left, steps: [], answer: false });
    },
  );

  it('lets a channel that joins wait with the one that waits, and confirms both', () => {
    const joined = changeConsents('join', { email: 'pending', sms: 'none' }, ['sms'], plain);
    expect(joined).toMatchObject({ states: { email: 'pending', sms: 'pending' }, answer: false });
    expect(changeWaiting('confirm', joined!.states, optin)).toMatchObject({
      states: { email: 'subscribed', sms: 'subscribed' },
      steps: [{ step: 'confirmed', channels: ['email', 'sms'] }],
    });
  });

  it('asks a member by SMS to confirm the email of a double opt-in list', () => {
    const asked = changeConsents('join', { email: 'none', sms: 'subscribed' }, ['email'], optin);
    expect(asked).toMatchObject({ next: 'subscribed', sendConfirmation: true, states: { email: 'pending' } });
  });

  it('does not confirm an email that has left', () => {
    expect(changeWaiting('confirm', { email: 'unsubscribed', sms: 'subscribed' }, optin)).toBeNull();
    expect(changeWaiting('ask', { email: 'unsubscribed', sms: 'subscribed' }, optin)).toBeNull();
  });

  it('reverts the opt-out of a channel, and not one that is no opt-out any more', () => {
    expect(revertOptOut({ email: 'unsubscribed', sms: 'subscribed' }, ['email'], 'subscribed')).toMatchObject({
      states: { email: 'subscribed', sms: 'subscribed' },
      steps: [{ step: 'subscribed', channels: ['email'] }],
      delta: 0,
    });
    expect(revertOptOut({ email: 'pending', sms: 'none' }, ['email'], 'subscribed')).toMatchObject({ steps: [] });
  });
});
