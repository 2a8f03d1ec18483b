/**
 * @slow simulates some hundred tests of 12,000 people each
 */
import { describe, expect, it } from '@jest/globals';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import { decide, visibleDifference } from './decision.js';

const BY_CLICKS = { metric: 'clicks', fallback: 'first' } as const;
const outcome = (arrived: number, clicks: number, opens = 0) => ({ arrived, clicks, opens });

describe('the decision of a test', () => {
  it('names the variant that is best with 90% or more, and can be computed again', () => {
    const decision = decide([outcome(1_000, 30), outcome(1_000, 60)], BY_CLICKS, 'campaign');
    expect(decision).toMatchObject({ winner: 1, rule: 'winner', draws: 20_000, seed: 'campaign', metric: 'clicks' });
    expect(decision.probabilities[1]).toBeGreaterThan(0.99);
    const { outcomes, metric, draws, seed } = decision;
    expect(decide(outcomes, { metric, fallback: 'first' }, seed, draws)).toEqual(decision);
  });

  it.each([
    ['first', 0],
    ['split', null],
  ] as const)('without a clear winner falls back to %s', (fallback, winner) => {
    const equal = [outcome(1_000, 30), outcome(1_000, 31), outcome(1_000, 30)];
    expect(decide(equal, { metric: 'clicks', fallback }, 'c')).toMatchObject({ winner, rule: 'unclear' });
    const few = [outcome(499, 10), outcome(499, 100)];
    expect(decide(few, { metric: 'clicks', fallback }, 'c')).toMatchObject({ winner, rule: 'too_few' });
    expect(decide([outcome(0, 0), outcome(0, 0)], { metric: 'clicks', fallback }, 'c').rule).toBe('too_few');
  });

  it('leaves out people who refuse tracking', () => {
    const refusing = (tracking_refused: number) => ({ ...outcome(1_000, 60), tracking_refused });
    const few = decide([refusing(501), outcome(1_000, 60)], BY_CLICKS, 'c');
    expect(few).toMatchObject({ rule: 'too_few', outcomes: [{ tracking_refused: 501 }, {}] });
    expect(decide([refusing(400), outcome(1_000, 60)], BY_CLICKS, 'c')).toMatchObject({ winner: 0, rule: 'winner' });
  });

  it('goes by the metric that was chosen', () => {
    const outcomes = [outcome(1_000, 60, 100), outcome(1_000, 30, 200)];
    expect(decide(outcomes, BY_CLICKS, 'c').winner).toBe(0);
    expect(decide(outcomes, { metric: 'opens', fallback: 'first' }, 'c').winner).toBe(1);
  });

  const PEOPLE = 6_000;
  const DRAWS = 500;
  const RUNS = repetitions(200, 10_000);
  const random = randomFrom(SEED);
  const clicksOf = (rate: number) => {
    let clicks = 0;
    for (let person = 0; person < PEOPLE; person++) if (random() < rate) clicks++;
    return clicks;
  };
  const simulated = (rates: number[]) => {
    const winners = [0, 0, 0];
    for (let run = 0; run < RUNS; run++) {
      const outcomes = rates.map((rate) => outcome(PEOPLE, clicksOf(rate)));
      const { rule, winner } = decide(outcomes, BY_CLICKS, `run ${run}`, DRAWS);
      if (rule === 'winner') winners[winner as number]! += 1 / RUNS;
    }
    return winners;
  };
  /** Five standard deviations of a share. */
  const near = (share: number) => 5 * Math.sqrt((share * (1 - share)) / RUNS);

  it('names one of two equal variants in a fifth of tests, each as often', () => {
    const [one = 0, other = 0] = simulated([0.04, 0.04]);
    expect(Math.abs(one + other - 0.2)).toBeLessThan(0.02 + near(0.2));
    expect(Math.abs(one - 0.1)).toBeLessThan(0.02 + near(0.1));
    expect(Math.abs(other - 0.1)).toBeLessThan(0.02 + near(0.1));
  });

  it('finds a variant that is 30% better', () => {
    const [worse = 0, better = 0] = simulated([0.04, 0.052]);
    expect(better).toBeGreaterThan(0.968 - 0.02 - near(0.968));
    expect(worse).toBeLessThan(0.01);
  });

  it('comes with the difference that a test can show at all', () => {
    expect(visibleDifference(1_000, 0.03)).toBeCloseTo(0.0214, 3);
    expect(visibleDifference(13_900, 0.03)).toBeCloseTo(0.0057, 3);
  });
});
