import { bounceClass } from '@dundun/domain';
import type { BounceClass } from '../adapter/webhook.js';

/** A full or disabled mailbox, and every code that the server itself marks as temporary. */
const PASSING_STATUS = /(?<![\w.])(5\.2\.[12]|4\.\d{1,3}\.\d{1,3})(?![\w.])/;

/**
 * Refines the class of a bounce that the provider calls permanent (`hard`) or temporary (`soft`). The server's reply
 * may turn either into a policy bounce and a permanent bounce into a temporary one, but never a temporary one into a
 * permanent one.
 */
export function refinedBounce(said: 'hard' | 'soft', status: string | null, text: string): BounceClass {
  const found = bounceClass(status, text);
  if (found === 'policy' || said === 'soft') return found === 'policy' ? found : said;
  const isPassing = PASSING_STATUS.test(status ?? '') || (!status && PASSING_STATUS.test(text));
  return isPassing && found !== 'hard' ? 'soft' : said;
}
