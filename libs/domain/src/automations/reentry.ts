import type { ReEntry } from './graph.js';

const DAY_MS = 86_400_000;

/** An earlier entrance of the same person. */
export interface EarlierEntrance {
  key: string;
  enteredAt: Date;
  isInside: boolean;
}

/** Whether a policy lets a person in again at this time and by this key. */
export function letsIn(reentry: ReEntry, earlier: readonly EarlierEntrance[], { key, at }: { key: string; at: Date }) {
  const inside = earlier.filter(({ isInside }) => isInside);
  switch (reentry.policy) {
    case 'never':
      return earlier.length === 0;
    case 'after_end':
      return inside.length === 0;
    case 'after_days': {
      const latest = at.getTime() - reentry.days * DAY_MS;
      return inside.length === 0 && earlier.every(({ enteredAt }) => enteredAt.getTime() <= latest);
    }
    case 'each_key':
      return !earlier.some((each) => each.key === key) && inside.length < (reentry.at_once ?? Infinity);
  }
}
