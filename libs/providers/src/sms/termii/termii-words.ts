import { asObject } from '../../adapter/json.js';
import type { Fault } from '../../adapter/provider-outcome.js';

/**
 * Who is at fault according to Termii, which documents sentences instead of codes
 * (https://developers.termii.com/error). The first match wins: "Sender ID not allowed for this phone number" concerns
 * the sender.
 */
const FAULTS: readonly (readonly [RegExp, Fault])[] = [
  [/dnd (is )?active/i, 'message'],
  [/sender|api.?key|unauthori[sz]ed|account|deactivated|device not found/i, 'provider'],
  [/balance|insufficient|credit|wallet|\bdnd\b|\broute\b/i, 'provider'],
  [/(rate|request) limit|too many/i, 'throttled'],
  [/(daily|hourly) limit|try again|temporar/i, 'passing'],
  [/phone|number|recipient|destination|country|content|character|too long|exceed|blocked|spam|empty|blank/i, 'message'],
];

/** Returns who is at fault according to a sentence of Termii; undefined if it is not recognised. */
export function termiiFault(words: string): Fault | undefined {
  return FAULTS.find(([pattern]) => pattern.test(words))?.[1];
}

/** Returns the sentence in an answer, joined where Termii lists `{ issue }` objects; empty if there is none. */
export function termiiWords(body: Record<string, unknown> | null): string {
  const message = body?.message;
  const each = Array.isArray(message) ? message : [message];
  return each
    .map((part: unknown) => (typeof part === 'string' ? part : asObject(part)?.issue))
    .filter((part) => typeof part === 'string')
    .join('; ');
}
