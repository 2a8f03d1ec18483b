import { bounceClass } from '@dundun/domain';
import type { BounceClass } from '../webhook.js';

/** A full or disabled mailbox, and whatever the server itself calls passing. */
const PASSING_STATUS = /(?<![\w.])(5\.2\.[12]|4\.\d{1,3}\.\d{1,3})(?![\w.])/;

/**
 * How lasting a bounce is that the provider itself calls permanent (`hard`) or passing (`soft`): what the server said may
 * turn it into a matter of policy, or a permanent one into a passing one, never a passing one into a permanent one.
 */
export function refinedBounce(said: 'hard' | 'soft', status: string | null, text: string): BounceClass {
  if (bounceClass(status, text) === 'policy') return 'policy';
  return PASSING_STATUS.test(status ?? '') || (!status && PASSING_STATUS.test(text)) ? 'soft' : said;
}
