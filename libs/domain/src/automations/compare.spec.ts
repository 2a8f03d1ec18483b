import { describe, expect, it } from '@jest/globals';
import { compareSteps, isSameStep } from './compare.js';
import type { Step } from './graph.js';

const out: Step = { id: 'out', kind: 'exit' };
const nap: Step = { id: 'nap', kind: 'delay', for: { days: 1 }, next: 'out' };
const changes = (before: Step[], after: Step[]) =>
  compareSteps(before, after).map(({ step, change }) => `${step.id} ${step.kind} ${change}`);

describe('versions that are compared', () => {
  it('tell added, removed and changed steps apart, the removed ones last', () => {
    const longer: Step = { ...nap, for: { days: 2 } };
    const split: Step = { id: 'who', kind: 'split', shares: [{ percent: 100, next: 'nap' }] };
    expect(changes([nap, out], [longer, out])).toEqual(['nap delay changed', 'out exit same']);
    expect(changes([nap, out], [split, nap, out])).toEqual(['who split added', 'nap delay same', 'out exit same']);
    expect(changes([nap, out], [out])).toEqual(['out exit same', 'nap delay removed']);
  });

  it('see another step in another kind under the same id', () => {
    const other: Step = { id: 'nap', kind: 'update', changes: [{ set: 'seen', to: true }], next: 'out' };
    expect(isSameStep(nap, other)).toBe(false);
    expect(changes([nap], [other])).toEqual(['nap update added', 'nap delay removed']);
  });

  it('overlook the order in which fields are written', () => {
    expect(changes([nap], [{ next: 'out', for: { days: 1 }, kind: 'delay', id: 'nap' }])).toEqual(['nap delay same']);
  });
});
