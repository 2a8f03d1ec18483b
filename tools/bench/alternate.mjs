import { say, dim } from '../start/progress.mjs';

const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/**
 * Runs the variants in rounds, each round in the opposite order of the last one, so that other load on the machine affects all of them.
 * Only figures of the same round are compared.
 * @param variants by name, a function that runs one burst and returns `{ rate, p50?, p99? }`
 */
export async function alternate(variants, { rounds, warmUp }) {
  const names = Object.keys(variants);
  for (const name of names) await (warmUp ?? variants)[name]();
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 ? names.toReversed() : names) results[name].push(await variants[name]());
    const line = names.map((name) => `${name} ${Math.round(results[name].at(-1).rate).toLocaleString('en')}/s`);
    say(dim(`      ${round + 1}. ${line.join(' · ')}`));
  }
  return results;
}

/** Returns the ratio of two rates: the median of the rounds and their range. */
function ratio(results, one, other) {
  const ratios = results[one].map(({ rate }, round) => rate / results[other][round].rate);
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}

/** Returns the medians of a variant's figures. */
function figures(results, name) {
  const of = (key) => median(results[name].map((result) => result[key]));
  const hasTimes = results[name][0].p50 !== undefined;
  return { rate: of('rate'), ...(hasTimes ? { p50: of('p50'), p99: of('p99') } : {}) };
}

/** Returns one line of the table. */
export const compared = (results, { work, one, other, against, goal }) => ({
  work,
  against,
  goal,
  ratio: ratio(results, one, other),
  ours: figures(results, one),
  theirs: figures(results, other),
});
