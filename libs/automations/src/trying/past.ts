import type { CompiledAutomation } from '@dundun/domain';
import { hooksOfRun, hooksOfStep } from '../runs/hooks.js';
import { isNews, isOldMethod } from '../runs/old-facts.js';
import type { PastFact, PastNames } from './past.repository.js';
import type { Happening } from './walk.js';

/** The changes of a list that a row of the ledger means. */
const LIST_CHANGES: Record<string, readonly string[]> = {
  subscribed: ['subscribed'],
  confirmed: ['subscribed', 'confirmed'],
  unsubscribed: ['unsubscribed'],
  removed: ['unsubscribed'],
};

/** Returns what a version listens for, by its trigger and anywhere on the way. */
export function namesOfPast(version: CompiledAutomation): PastNames {
  const { trigger, steps } = version;
  const hooks = [...hooksOfRun(version), ...steps.flatMap((_, step) => hooksOfStep(version, { step, visit: 1 }, () => undefined))]; // prettier-ignore
  const keys = (kind: 'event' | 'segment' | 'list', own: string | false) => [
    ...new Set([...hooks.flatMap((hook) => (hook.kind === kind ? hook.key : [])), ...(own === false ? [] : [own])]),
  ];
  return {
    events: keys('event', trigger.kind === 'event' && trigger.event),
    segments: keys('segment', trigger.kind === 'segment' && trigger.segment),
    lists: keys('list', trigger.kind === 'list' && trigger.list),
  };
}

/** Returns what a fact was to triggers and waits, if it was anything. */
export function happeningOf({ kind, key, what, cause, value, properties, at, is_old }: PastFact): Happening[] {
  const told = { value, properties };
  if (kind === 'entrance') return [{ at, occasion: null, told, isOld: false, key }];
  if (kind === 'event') return [{ at, occasion: { kind, key }, told, isOld: is_old }];
  const changes = kind === 'segment' ? [what === 'true' ? 'enters' : 'leaves'] : LIST_CHANGES[what ?? ''];
  const isOld = kind === 'segment' ? !isNews(cause) : isOldMethod(cause);
  return changes ? [{ at, occasion: { kind, key, changes }, told: {}, isOld }] : [];
}
