import type { Fault } from '../../adapter/provider-outcome.js';

/** Credentials, account status and balance: https://www.twilio.com/docs/api/errors */
const ACCOUNT = [30002, 90010];
/** The sender: not owned, unable to send SMS, not registered, or an empty Messaging Service. */
const SENDER = [21212, 21603, 21606, 21607, 21659, 21660, 21661, 21701, 21703, 21704, 21705, 30034];
/** Our callback URL was rejected. */
const CALLBACK = [21609];
/** Queues and rate limits. */
const THROTTLED = [14107, 20429, 21611, 30001, 30022];
const DAILY_LIMIT = 63038;
/** The first code of the Messages resource; lower ones concern the call or the account. */
export const FIRST_MESSAGE_CODE = 21_000;

const faults = new Map<number, Fault>([
  ...[...ACCOUNT, ...SENDER, ...CALLBACK].map((code) => [code, 'provider'] as const),
  ...THROTTLED.map((code) => [code, 'throttled'] as const),
  [DAILY_LIMIT, 'passing'],
]);

/**
 * Returns who is at fault for an error code of the Messages resource. Codes that do not concern the account or the
 * sender concern this recipient or content (21211 invalid number, 21408 region, 21608 trial account, 21610 opted out,
 * 21614 not a mobile number, 21617 too long, the 30xxx codes of carriers).
 */
export function twilioFault(code: number): Fault {
  return faults.get(code) ?? (code < FIRST_MESSAGE_CODE ? 'provider' : 'message');
}
