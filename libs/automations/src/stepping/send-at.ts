import { laterBy, type CompiledAutomation, type StepOf } from '@dundun/domain';
import type { Answer, Ask } from '../runs/run.js';
import type { Left, Moment, Place, Rest } from './place.js';

/**
 * Sends, skips or holds the message of a step. What was held asks for everything again: consent, hours and caps may have changed.
 * A message that could leave only after it expires is skipped at once.
 */
export function* sendAt(
  { settings }: CompiledAutomation,
  step: StepOf<'email' | 'sms'>,
  { restsSince }: Place,
  { now, turnAt, zone }: Moment,
): Generator<Ask, Left | Rest, Answer> {
  const list = step.list ?? settings.list;
  if (list === undefined) throw new Error(`the step ${step.id} sends without a list`);
  const isAllowed = yield { ask: 'consent', list, channel: step.kind };
  if (isAllowed !== true) return skipped(typeof isAllowed === 'string' ? isAllowed : 'no_consent');
  const since = restsSince ?? turnAt;
  const expires = laterBy(since, step.expires, zone);
  if (now > expires) return skipped('late');
  const hold = yield { ask: 'hold', step: step.id, channel: step.kind };
  if (typeof hold !== 'object' || hold === null) return { way: 'next', effect: { kind: step.kind, step, list } };
  if (step.late === 'skip') return skipped(hold.reason);
  return hold.until > expires ? skipped('late') : { until: hold.until, since, hold };
}

const skipped = (reason: string): Left => ({ way: 'next', outcome: `skipped:${reason}` });
