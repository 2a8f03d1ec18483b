import { describe, expect, it } from '@jest/globals';
import { countedKey, readSegmentTree, type CountedLeaf } from '@dundun/domain';
import { dayKey, Flips, type CountAddition } from './flips.js';

const ZONE = 'Africa/Lagos';
const TODAY = '2026-03-09';
const at = (day: string) => new Date(`${day}T10:00:00Z`);

/** What one person adds, after what is already counted. */
const addition = (days: Record<string, number>, before?: { count: number; first: string; last: string }) => {
  const times = Object.keys(days).sort();
  return {
    ...{ name_id: 1, person_id: 'p', days },
    count: Object.values(days).reduce((sum, each) => sum + each, 0),
    first_at: at(times[0] as string),
    last_at: at(times.at(-1) as string),
    count_before: before?.count ?? 0,
    first_before: before ? at(before.first) : null,
    last_before: before ? at(before.last) : null,
  } satisfies CountAddition;
};

describe('Flips', () => {
  const old = { count: 2, first: '2026-01-01', last: '2026-02-01' };
  const recent = { count: 2, first: '2026-01-01', last: '2026-03-08' };
  const month = { last: { days: 30 } };

  it.each<[object, CountAddition, number, boolean]>([
    [{}, addition({ [TODAY]: 1 }), 0, true],
    [{}, addition({ [TODAY]: 1 }, old), 0, false],
    [{ times: { at_least: 3 } }, addition({ [TODAY]: 1 }, old), 0, true],
    [{ times: { at_most: 2 } }, addition({ [TODAY]: 1 }, old), 0, true],
    [{ times: { exactly: 2 } }, addition({ [TODAY]: 2 }), 0, true],
    [{ times: { between: [1, 5] } }, addition({ [TODAY]: 1 }, old), 0, false],
    [{ window: month }, addition({ [TODAY]: 1 }, old), 0, true],
    [{ window: month }, addition({ [TODAY]: 1 }, recent), 0, false],
    [{ window: { before_last: { days: 90 } } }, addition({ '2025-11-01': 1 }, recent), 0, true],
    [{ window: { before_last: { days: 90 } } }, addition({ [TODAY]: 1 }, recent), 0, false],
    [{ window: month, which: 'first' }, addition({ '2026-03-01': 1 }), 0, true],
    [{ window: month, which: 'first' }, addition({ '2026-03-01': 1 }, old), 0, false],
    [{ window: month, times: { at_least: 3 } }, addition({ [TODAY]: 1, '2025-01-01': 5 }, recent), 3, true],
    [{ window: month, times: { at_least: 3 } }, addition({ [TODAY]: 1 }, recent), 4, false],
    [{ window: { from: '2026-03-01', to: '2026-03-02' } }, addition({ '2026-03-02': 1 }, recent), 1, true],
    [{ window: { from: '2026-03-01', to: '2026-03-02' } }, addition({ '2026-03-03': 1 }, recent), 0, false],
  ])('of %j by %j, with %d in the window', (more, added, sum, isFlipped) => {
    const tree = readSegmentTree({ event: 'Paid', ...more });
    const names = new Map([[countedKey(tree as CountedLeaf), 1]]);
    const flips = new Flips([{ id: 'segment', tree: { not: tree } }], { zone: ZONE, today: TODAY, names });
    // All of the sum is on one of the days.
    const [day = TODAY] = Object.keys(added.days).sort().reverse();
    const counts = new Map(
      flips.wanted([added]).map(({ nameId, personId }) => [dayKey(nameId, personId), { [day]: sum }]),
    );
    expect([...flips.reached(added, counts)]).toEqual(isFlipped ? ['segment'] : []);
  });

  it('ends a day where the zone of the workspace does', () => {
    const tree = readSegmentTree({ event: 'Paid', which: 'last', window: { from: TODAY, to: TODAY } });
    const names = new Map([[countedKey(tree as CountedLeaf), 1]]);
    const flips = new Flips([{ id: 'segment', tree }], { zone: ZONE, today: TODAY, names });
    const by = (time: string) => ({ ...addition({ [TODAY]: 1 }), first_at: new Date(time), last_at: new Date(time) });
    expect(flips.reached(by('2026-03-08T23:00:00.000Z'), new Map()).size).toBe(1);
    expect(flips.reached(by('2026-03-08T22:59:59.999Z'), new Map()).size).toBe(0);
    expect(flips.reached(by('2026-03-09T22:59:59.999Z'), new Map()).size).toBe(1);
    expect(flips.reached(by('2026-03-09T23:00:00.000Z'), new Map()).size).toBe(0);
  });
});
