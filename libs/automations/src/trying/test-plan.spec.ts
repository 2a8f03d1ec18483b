import { describe, expect, it } from '@jest/globals';
import { compileAutomation, InvalidInputError, readAutomationGraph } from '@dundun/domain';
import { madeUp, placeIn } from './test-plan.js';

const nothing = { lists: new Set<string>(), segments: new Set<string>(), templates: new Map(), attributes: new Set<string>() }; // prettier-ignore
const graph = {
  trigger: { kind: 'api' },
  first: 'wait',
  steps: [
    { id: 'wait', kind: 'wait', wake: [{ event: 'Paid', next: 'out' }], timeout: { days: 1 }, else: 'out' },
    { id: 'out', kind: 'exit' },
  ],
};
const { version } = compileAutomation(readAutomationGraph(graph), nothing);
if (!version) throw new Error('the graph does not compile');
const [since, due_at] = ['2026-11-20T09:00:00.000Z', '2026-11-21T09:00:00.000Z'];
const fieldOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidInputError) return error.fields?.[0]?.field;
  }
  return undefined;
};

describe('somebody made up', () => {
  it('has known fields by their names, and attributes', () => {
    const person = madeUp({ first_name: 'Ada', tz: 'Africa/Lagos', plan: 'pro', orders: 3 });
    expect(person).toMatchObject({ uid: 'test', first_name: 'Ada', email: null, tz: 'Africa/Lagos', meta: { plan: 'pro', orders: 3 } }); // prettier-ignore
  });

  it.each([
    ['a name that is no text', { first_name: 1 }, 'person.first_name'],
    ['a zone that no clock knows', { tz: 'Mars/Base' }, 'person.tz'],
    ['an attribute that cannot be stored', { plan: '\u0000' }, 'person'],
  ])('is refused with %s', (_what, given, field) => {
    expect(fieldOf(() => madeUp(given))).toBe(field);
  });
});

describe('a test goes on', () => {
  const now = new Date('2026-11-20T08:00:00.000Z');
  const at = (more: object) => placeIn(version, { step: 'wait', visit: 3, since, due_at, ...more }, now);

  it('when the time has passed, or at once by the way that is chosen', () => {
    expect(placeIn(version, undefined, now)).toMatchObject({ step: 0, visit: 1, restsSince: null, now });
    expect(at({})).toMatchObject({ step: 0, visit: 3, restsSince: new Date(since), way: null, now: new Date(due_at) });
    expect(at({ way: '0' })).toMatchObject({ way: '0', now: new Date(since) });
  });

  it('at no step and by no way that the draft lacks', () => {
    expect(fieldOf(() => at({ step: 'gone' }))).toBe('from.step');
    expect(fieldOf(() => at({ way: '7' }))).toBe('from.way');
  });
});
