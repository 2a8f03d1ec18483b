import { describe, expect, it } from '@jest/globals';
import {
  changeMembership,
  counted,
  MEMBERSHIP_TABLE,
  type MembershipCommand,
  type MembershipState,
} from './membership.js';

const plain = { doubleOptin: false, everConfirmed: false };
const optin = { doubleOptin: true, everConfirmed: false };
const confirmed = { doubleOptin: true, everConfirmed: true };

/** from, command, context → next, answer, mail, delta, evidence; taken from the table in the wire contract. */
const CASES = [
  ['none', 'join', plain, 'subscribed', true, false, 1, 'subscribed'],
  ['none', 'join', optin, 'pending', false, true, 1, 'requested'],
  ['none', 'join', confirmed, 'pending', false, true, 1, 'requested'],
  ['none', 'vouch', plain, 'subscribed', true, false, 1, 'subscribed'],
  ['none', 'vouch', optin, 'subscribed', true, false, 1, 'subscribed'],
  ['pending', 'vouch', optin, 'pending', false, false, 0, null],
  ['subscribed', 'vouch', optin, 'subscribed', true, false, 0, null],
  ['unsubscribed', 'vouch', plain, 'subscribed', true, false, 1, 'subscribed'],
  ['unsubscribed', 'vouch', optin, 'unsubscribed', false, false, 0, null],
  ['unsubscribed', 'vouch', confirmed, 'unsubscribed', false, false, 0, null],
  ['none', 'import', plain, 'subscribed', true, false, 1, 'subscribed'],
  ['none', 'import', optin, 'pending', false, false, 1, 'requested'],
  ['pending', 'import', optin, 'pending', false, false, 0, null],
  ['subscribed', 'import', optin, 'subscribed', true, false, 0, null],
  ['unsubscribed', 'import', plain, 'unsubscribed', false, false, 0, null],
  ['unsubscribed', 'import', confirmed, 'unsubscribed', false, false, 0, null],
  ['none', 'import_confirmed', optin, 'subscribed', true, false, 1, 'subscribed'],
  ['pending', 'import_confirmed', optin, 'pending', false, false, 0, null],
  ['unsubscribed', 'import_confirmed', plain, 'unsubscribed', false, false, 0, null],
  ['pending', 'ask', optin, 'pending', false, true, 0, 'requested'],
  ['none', 'resubscribe', plain, 'subscribed', true, false, 1, 'subscribed'],
  ['none', 'resubscribe', optin, 'pending', false, true, 1, 'requested'],
  ['none', 'unsubscribe', plain, 'unsubscribed', false, false, 0, 'unsubscribed'],
  ['none', 'remove', plain, 'none', false, false, 0, null],
  ['pending', 'join', optin, 'pending', false, true, 0, 'requested'],
  ['pending', 'join', plain, 'pending', false, true, 0, 'requested'],
  ['pending', 'resubscribe', optin, 'pending', false, true, 0, 'requested'],
  ['pending', 'unsubscribe', optin, 'unsubscribed', false, false, -1, 'unsubscribed'],
  ['pending', 'confirm', optin, 'subscribed', true, false, 0, 'confirmed'],
  ['pending', 'remove', optin, 'none', false, false, -1, 'removed'],
  ['subscribed', 'join', optin, 'subscribed', true, false, 0, null],
  ['subscribed', 'resubscribe', optin, 'subscribed', true, false, 0, null],
  ['subscribed', 'unsubscribe', plain, 'unsubscribed', false, false, -1, 'unsubscribed'],
  ['subscribed', 'confirm', optin, 'subscribed', true, false, 0, null],
  ['subscribed', 'remove', plain, 'none', false, false, -1, 'removed'],
  ['unsubscribed', 'join', plain, 'subscribed', true, false, 1, 'subscribed'],
  ['unsubscribed', 'join', optin, 'pending', false, true, 1, 'requested'],
  ['unsubscribed', 'join', confirmed, 'pending', false, true, 1, 'requested'],
  ['unsubscribed', 'join_by_key', plain, 'unsubscribed', false, false, 0, null],
  ['unsubscribed', 'join_by_key', optin, 'unsubscribed', false, false, 0, null],
  ['unsubscribed', 'resubscribe', plain, 'subscribed', true, false, 1, 'subscribed'],
  ['unsubscribed', 'resubscribe', optin, 'pending', false, true, 1, 'requested'],
  ['unsubscribed', 'resubscribe', confirmed, 'subscribed', true, false, 1, 'subscribed'],
  ['unsubscribed', 'unsubscribe', plain, 'unsubscribed', false, false, 0, null],
  ['unsubscribed', 'remove', plain, 'none', false, false, 0, 'removed'],
] as const;

describe('changeMembership', () => {
  it.each(CASES)('%s, %s %j → %s', (from, command, context, next, answer, sendConfirmation, delta, evidence) => {
    expect(changeMembership(command, from, context)).toMatchObject({ next, answer, sendConfirmation, delta, evidence });
  });

  it.each(['none', 'unsubscribed'] as const)('has nothing to confirm for a person who is %s', (from) => {
    expect(changeMembership('confirm', from, optin)).toBeNull();
  });

  it('joins by key as with the secret, except people who left', () => {
    for (const from of ['none', 'pending', 'subscribed'] as const) {
      expect(MEMBERSHIP_TABLE.join_by_key[from]).toEqual(MEMBERSHIP_TABLE.join[from]);
    }
  });

  it('counts joins, and a resubscribe without a membership, as joins', () => {
    const joins = (
      ['join', 'join_by_key', 'resubscribe', 'unsubscribe', 'confirm', 'remove'] as MembershipCommand[]
    ).flatMap((command) =>
      (['none', 'pending', 'subscribed', 'unsubscribed'] as MembershipState[])
        .filter((from) => changeMembership(command, from, plain)?.isJoin)
        .map((from) => `${command} ${from}`),
    );
    expect(joins).toEqual([
      ...['join none', 'join pending', 'join subscribed', 'join unsubscribed'],
      ...['join_by_key none', 'join_by_key pending', 'join_by_key subscribed', 'join_by_key unsubscribed'],
      'resubscribe none',
    ]);
  });

  it('counts pending and subscribed memberships', () => {
    expect((['none', 'pending', 'subscribed', 'unsubscribed'] as const).map(counted)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
