import { describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { allotted, placeOf, splitVariant, type Allotment } from './allotment.js';

const PEOPLE = 20_000;
const campaign = v7();
const places = Array.from({ length: PEOPLE }, () => placeOf(campaign, v7()));
const sharesOf = (allotment: Allotment) => {
  const shares = new Map<unknown, number>();
  for (const place of places) {
    const to = allotted(place, allotment);
    shares.set(to, (shares.get(to) ?? 0) + 1 / PEOPLE);
  }
  return shares;
};

describe('the allotment of a campaign', () => {
  it('gives everybody the one content without a test and a holdout', () => {
    expect([...sharesOf({ holdout: 0, percent: 20, variants: 1 }).keys()]).toEqual([0]);
  });

  it.each([
    [10, 20, 2],
    [0, 100, 3],
    [50, 60, 3],
  ])('holds %i %% out, and gives %i %% of the rest %i variants of the same size', (holdout, percent, variants) => {
    const shares = sharesOf({ holdout, percent, variants });
    const rest = 1 - holdout / 100;
    expect(shares.get('held_out') ?? 0).toBeCloseTo(holdout / 100, 1);
    expect(shares.get(null) ?? 0).toBeCloseTo(rest * (1 - percent / 100), 1);
    for (let variant = 0; variant < variants; variant++)
      expect(shares.get(variant) ?? 0).toBeCloseTo((rest * percent) / 100 / variants, 1);
  });

  it('is the same for an address whenever it is asked for, and another in another campaign', () => {
    const key = v7();
    expect(placeOf(campaign, key)).toEqual(placeOf(campaign, key));
    expect(placeOf(v7(), key)).not.toEqual(placeOf(campaign, key));
  });

  it('splits those who waited evenly', () => {
    const waiting = places.filter((place) => allotted(place, { holdout: 0, percent: 20, variants: 3 }) === null);
    const counts = [0, 0, 0];
    for (const place of waiting) counts[splitVariant(place, 3)]! += 3 / waiting.length;
    for (const count of counts) expect(count).toBeCloseTo(1, 1);
  });
});
