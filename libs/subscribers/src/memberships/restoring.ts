import type { MembershipOutcome, MembershipState } from '@dundun/domain';

const STEPS = { subscribed: 'subscribed', pending: 'requested', none: 'removed' } as const;

/** What taking back an opt-out does. Nothing when the person has moved on since; no mail, because none was sent for it before. */
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
