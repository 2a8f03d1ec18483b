import { GRAPH_LIMITS, meetsAll, type AutomationTrigger, type ReEntry } from '@dundun/domain';
import type { AutomationRow } from '../definitions/automation.js';
import type { LiveAutomation } from '../definitions/automations.repository.js';
import type { RunRow } from '../runs/automation-runs.repository.js';
import { entryOf, isTooLarge, keyOf } from './occasion.js';
import type { PersonEvent } from './person-triggers.repository.js';

/** One thing that has to hold for somebody to come in. */
export interface EntranceCheck {
  check: 'state' | 'trigger' | 'filter' | 'reentry';
  passes: boolean;
  message: string;
}

type EventTrigger = Extract<AutomationTrigger, { kind: 'event' }>;

/** Says whether one of the latest events of a person would let them in. */
export function eventCheck(
  { event, key, where, old_facts: takesOld }: EventTrigger,
  reentry: ReEntry,
  events: readonly PersonEvent[],
): EntranceCheck {
  const said = (passes: boolean, message: string): EntranceCheck => ({ check: 'trigger', passes, message });
  const [last] = events;
  if (!last) return said(false, `There is no event “${event}” of this person in the last 31 days`);
  const met = events.find((each) => meetsAll(each, where));
  if (!met) return said(false, `The last event “${event}” came ${ago(last.received_at)}, and its data does not meet the conditions`); // prettier-ignore
  if (met.is_old && !takesOld) return said(false, `The event “${event}” happened over 24 hours before it came`);
  const came = `The event “${event}” came ${ago(met.received_at)}`;
  if (isTooLarge(entryOf(met))) return said(false, `${came}, and its data has over ${GRAPH_LIMITS.entryBytes} bytes: more than a run carries along`); // prettier-ignore
  if (keyOf(reentry, key, met) === undefined) return said(false, `${came}, and has no “${key}”, by which people enter`);
  return said(true, came);
}

export function stateCheck({ state, enters, note }: AutomationRow): EntranceCheck {
  const passes = state === 'live' && enters;
  const why = state === 'live' ? (note ?? 'Nobody may enter: entering is paused') : `It is ${state}`;
  return { check: 'state', passes, message: passes ? 'It is live' : why };
}

export function reentryCheck({ compiled: { settings } }: LiveAutomation, runs: readonly RunRow[]): EntranceCheck {
  const said = (passes: boolean, message: string): EntranceCheck => ({ check: 'reentry', passes, message });
  const [last] = runs;
  const { reentry } = settings;
  if (!last) return said(true, 'The person never entered before');
  const inside = runs.filter(({ ended_at }) => ended_at === null);
  const entered = `entered ${ago(last.entered_at)}`;
  if (reentry.policy === 'each_key') {
    const most = reentry.at_once ?? Infinity;
    return said(inside.length < most, inside.length < most ? 'People enter once for each key' : `The person is inside ${inside.length} times, the most at once`); // prettier-ignore
  }
  if (inside.length > 0) return said(false, `The person is inside: ${entered}`);
  if (reentry.policy === 'never') return said(false, `People enter once, and this person ${entered}`);
  if (reentry.policy === 'after_end') return said(true, `People enter again after the end, and this person ${entered}`);
  const passes = last.entered_at.getTime() <= Date.now() - reentry.days * 86_400_000;
  return said(passes, `People enter again after ${reentry.days} days, and this person ${entered}`);
}

export const ago = (at: Date): string => `at ${at.toISOString()}`;
