import type { SourceAdapter } from '../source-adapter.js';
import { fastSpring } from './fastspring.js';
import { flutterwave } from './flutterwave.js';
import { paddle } from './paddle.js';
import { paystack } from './paystack.js';
import { stripe } from './stripe.js';

/** The senders that take money. */
export type BillingKind = 'stripe' | 'paystack' | 'paddle' | 'fastspring' | 'flutterwave';

/** Every one of them; a kind without an adapter does not compile. */
export const billingSources: Record<BillingKind, SourceAdapter> = {
  stripe,
  paystack,
  paddle,
  fastspring: fastSpring,
  flutterwave,
};
