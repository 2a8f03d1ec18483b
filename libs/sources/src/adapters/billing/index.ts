import type { SourceAdapter } from '../source-adapter.js';
import { fastSpring } from './fastspring.js';
import { flutterwave } from './flutterwave.js';
import { paddle } from './paddle.js';
import { paystack } from './paystack.js';
import { stripe } from './stripe.js';

/** The payment providers. */
export type BillingKind = 'stripe' | 'paystack' | 'paddle' | 'fastspring' | 'flutterwave';

/** The adapter of each payment provider; a kind without one does not compile. */
export const billingSources: Record<BillingKind, SourceAdapter> = {
  stripe,
  paystack,
  paddle,
  fastspring: fastSpring,
  flutterwave,
};
