import type { Liquid } from 'liquidjs';

type Filter = (this: unknown, ...given: unknown[]) => unknown;

const OF_A_DATE = ['date', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string'];
const NOW = new Set<unknown>(['now', 'today']);
let moment: Date | undefined;

/** Lets filters that read a clock get the moment of `at`, so that a rendering can be repeated. */
export function withClock(engine: Liquid): Liquid {
  for (const name of OF_A_DATE) {
    const original = engine.filters[name] as Filter;
    engine.registerFilter(name, function (this: unknown, value: unknown, ...given: unknown[]) {
      return original.call(this, moment && NOW.has(value) ? moment : value, ...given);
    });
  }
  return engine;
}

/** Renders as of a moment: the clock stands still, and what is random follows from the moment. */
export function at<T>(time: number, render: () => T): T {
  const { random } = Math;
  moment = new Date(time);
  Math.random = randomFrom(time);
  try {
    return render();
  } finally {
    moment = undefined;
    Math.random = random;
  }
}

/** Returns a generator of numbers that look random (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
