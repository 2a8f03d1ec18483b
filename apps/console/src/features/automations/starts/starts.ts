/** What an automation can start with, in the order in which it is offered. */
export const STARTS = [
  'blank',
  'welcome',
  'optin',
  'cart',
  'trial',
  'purchase',
  'winback',
  'birthday',
  'payment',
] as const;
export type Start = (typeof STARTS)[number];
