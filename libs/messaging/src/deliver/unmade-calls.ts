import type { Outcome } from '@dundun/providers';
import { STOPPED } from './route.js';

export const NOT_BEGUN: Outcome = {
  kind: 'not_sent',
  fault: 'passing',
  detail: 'the database went away before the call',
};
export const UNSIGNED: Outcome = {
  kind: 'not_sent',
  fault: 'passing',
  detail: 'it cannot be signed: the keys of its domain were sealed under another SECRET_KEY',
};
export const OVERSLEPT: Outcome = {
  kind: 'not_sent',
  fault: 'passing',
  detail: 'the worker slept past its lease before the call',
};
export const STALLED: Outcome = {
  kind: 'not_sent',
  fault: 'passing',
  detail: 'all calls to the provider hang',
};
/** Outcomes without a call, which say nothing about the provider. */
export const NOT_MADE: Outcome[] = [NOT_BEGUN, UNSIGNED, OVERSLEPT, STALLED, STOPPED];
