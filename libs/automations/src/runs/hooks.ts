import { isSame, meetsAll, type CompiledAutomation, type Told } from '@dundun/domain';

/** What a hook listens to: an event by its name, somebody who enters a segment, a click on a message, or who leaves a list. */
export type HookKind = 'event' | 'segment' | 'message' | 'list';

/** A run listens for something. Visit 0 is the whole run, any other the step that it rests at then. */
export interface Hook {
  kind: HookKind;
  key: string;
  visit: number;
  /** Which way it opens; for the whole run, why it ends. */
  way: string;
}

/** The reasons for which something that happens ends a run, the first one first. */
const ENDS = ['goal', 'exit', 'left'];

/** Returns what a run listens for from its entrance to its end. */
export function hooksOfRun({ goal, settings }: CompiledAutomation): Hook[] {
  const hooks: Hook[] = [];
  const add = (kind: HookKind, key: string, way: string) => hooks.push({ kind, key, visit: 0, way });
  if (goal && 'event' in goal) add('event', goal.event, 'goal');
  if (goal && 'segment' in goal) add('segment', goal.segment, 'goal');
  if (settings.exit_when !== undefined) add('segment', settings.exit_when, 'exit');
  if (settings.list !== undefined && !settings.keep_when_left) add('list', settings.list, 'left');
  return hooks;
}

/**
 * Returns what a run listens for while it rests at a step.
 * @param messageOf the message that an earlier step sent, if it did
 */
export function hooksOfStep(
  { steps }: CompiledAutomation,
  { step: number, visit }: { step: number; visit: number },
  messageOf: (step: string) => string | undefined,
): Hook[] {
  const step = steps[number]?.step;
  if (step?.kind !== 'wait') return [];
  return step.wake.flatMap((wake, index): Hook[] => {
    const way = `${index}`;
    if ('event' in wake) return [{ kind: 'event', key: wake.event, visit, way }];
    if ('segment' in wake) return [{ kind: 'segment', key: wake.segment, visit, way }];
    const message = messageOf(wake.clicked);
    return message === undefined ? [] : [{ kind: 'message', key: message, visit, way }];
  });
}

/** Whether an event that has the name a hook listens for also meets its tests. Other hooks have none. */
export function isMet(
  { goal, steps }: CompiledAutomation,
  { kind, visit, way }: Omit<Hook, 'key'>,
  number: number,
  event: Told,
  entry: Told,
): boolean {
  if (kind !== 'event') return true;
  if (visit === 0) return goal !== null && 'event' in goal && meetsAll(event, goal.where);
  const step = steps[number]?.step;
  const wake = step?.kind === 'wait' ? step.wake[Number(way)] : undefined;
  if (!wake || !('event' in wake) || !meetsAll(event, wake.where)) return false;
  return wake.same === undefined || isSame(event, entry, wake.same);
}

/** Returns the hook that counts if one thing meets several: ends before ways, and ways in the order of the drawing. */
export function firstOf<T extends Pick<Hook, 'visit' | 'way'>>(met: readonly T[]): T | undefined {
  const rank = ({ visit, way }: T) => (visit === 0 ? ENDS.indexOf(way) - ENDS.length : Number(way));
  return [...met].sort((one, other) => rank(one) - rank(other))[0];
}
