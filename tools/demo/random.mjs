/** Returns a generator of numbers from 0 up to 1 that always gives the same series for a seed (Mulberry32). */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns one of `values`; earlier values are more likely by `lean` (1: all alike, 2: the first half holds three quarters). */
export const pick = (random, values, lean = 1) => values[Math.floor(random() ** lean * values.length)];

/** Returns a whole number from `from` to `to`, both included. */
export const between = (random, from, to) => from + Math.floor(random() * (to - from + 1));
