import type { TestAutomationView } from '@dundun/contracts';
import { waysOf } from '@dundun/domain';
import type { TestWalk } from '../trying/test-walks.service.js';

export const presentTest = ({ version: { steps }, visits, rest }: TestWalk): TestAutomationView => ({
  visits: visits.map(({ step: number, at, call, visit, outcome, facts, message, error }) => {
    const { id: step = '', kind = '' } = steps[number]?.step ?? {};
    return {
      ...{ visit, step, kind, outcome, facts, message, error, at: at.toISOString() },
      call: call && { status: call.status, error: call.error },
    };
  }),
  next: rest && presentRest(rest, steps),
});

function presentRest({ place, dueAt, hold }: NonNullable<TestWalk['rest']>, steps: TestWalk['version']['steps']) {
  const step = steps[place.step]?.step;
  // Only waits and webhooks are opened by something that happens.
  const isOpened = step?.kind === 'wait' || step?.kind === 'webhook';
  return {
    ...{ step: step?.id ?? '', visit: place.visit, answers: place.answers, due_at: dueAt.toISOString() },
    since: (place.restsSince ?? place.now).toISOString(),
    hold: hold && { reason: hold.reason, until: hold.until.toISOString(), cap: null },
    ways: isOpened ? waysOf(step).flatMap(({ label }) => (label === 'else' ? [] : label)) : [],
  };
}
