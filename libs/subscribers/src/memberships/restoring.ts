import type { MembershipOutcome, MembershipState } from '@dundun/domain';

const STEPS = { subscribed: 'subscribed', pending: 'requested', none: 'removed' } as const;

/** Decides the reversal of an opt-out. It does nothing when the state has changed since, and sends no mail. */
export function restored(from: MembershipState, to: MembershipState): MembershipOutcome {
  const isBack = from === 'unsubscribed' && to !== 'unsubscribed';
  const next = isBack ? to : from;
  return {
    next,
    answer: next === 'subscribed',
    sendConfirmation: false,
    delta: isBack && to !== 'none' ? 1 : 0,
    evidence: isBack ? STEPS[to] : null,
    isJoin: false,
  };
}
