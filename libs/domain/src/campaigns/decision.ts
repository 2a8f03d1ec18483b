import type { CampaignTest, TestMetric, VariantOutcome } from './tests.js';

/** How a test was decided, with everything that it takes to decide it again. */
export interface TestDecision {
  /** The variant that the rest gets, from 0; null if each gets the same share. */
  winner: number | null;
  /** `winner`: one is best with 90% or more. `unclear`: none is. `too_few`: fewer than 500 messages of a variant arrived. */
  rule: 'winner' | 'unclear' | 'too_few';
  metric: TestMetric;
  outcomes: VariantOutcome[];
  /** How probable it is that each variant is the best. */
  probabilities: number[];
  draws: number;
  seed: string;
}

const DECISION_DRAWS = 20_000;
const SURE = 0.9;
/** Messages of a variant that must arrive before a test decides anything. */
export const TEST_ENOUGH = 500;

/**
 * Decides a test: each variant's rate is drawn from Beta(1 + successes, 1 + failures), and the share of draws in which a
 * variant is the best is its probability. The same outcomes and seed give the same decision.
 */
export function decide(
  outcomes: readonly VariantOutcome[],
  { metric, fallback }: Pick<CampaignTest, 'metric' | 'fallback'>,
  seed: string,
  draws = DECISION_DRAWS,
): TestDecision {
  const probabilities = probabilitiesOf(outcomes, metric, randomOf(seed), draws);
  const best = probabilities.indexOf(Math.max(...probabilities));
  const rule = outcomes.some((outcome) => trackedOf(outcome) < TEST_ENOUGH)
    ? 'too_few'
    : (probabilities[best] as number) >= SURE
      ? 'winner'
      : 'unclear';
  const winner = rule === 'winner' ? best : fallback === 'first' ? 0 : null;
  return { winner, rule, metric, outcomes: [...outcomes], probabilities, draws, seed };
}

/** Returns how many messages of a variant could show a click or an open. */
const trackedOf = ({ arrived, tracking_refused = 0 }: VariantOutcome): number => arrived - tracking_refused;

function probabilitiesOf(
  outcomes: readonly VariantOutcome[],
  metric: TestMetric,
  random: () => number,
  draws: number,
): number[] {
  const wins = outcomes.map(() => 0);
  const gamma = gammaOf(random);
  for (let draw = 0; draw < draws; draw++) {
    const rates = outcomes.map((outcome) => {
      const successes = gamma(1 + outcome[metric]);
      return successes / (successes + gamma(1 + Math.max(0, trackedOf(outcome) - outcome[metric])));
    });
    const best = rates.indexOf(Math.max(...rates));
    wins[best] = (wins[best] as number) + 1;
  }
  return wins.map((count) => count / draws);
}

/** Returns a generator of Gamma(shape, 1) for shapes of at least 1, by Marsaglia and Tsang (2000). */
function gammaOf(random: () => number): (shape: number) => number {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return (shape) => {
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  };
}

/** Returns numbers from 0 to 1, the same ones for the same seed: FNV-1a of the seed, then mulberry32. */
function randomOf(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index++) state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns the least difference of rates that a test shows in four of five cases (5% errors, two-sided), for variants of a size
 * and a rate.
 */
export const visibleDifference = (people: number, rate: number): number =>
  (1.96 + 0.84) * Math.sqrt((2 * rate * (1 - rate)) / Math.max(1, people));
