import { expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { MOST_EXACT, peopleIn, withPeople } from './people-sketch.js';

const people = (count: number) => randomBytes(count * 4);
const sketchOf = (...given: Buffer[]) => given.reduce<Buffer | null>((sketch, one) => withPeople(sketch, one) ?? sketch, null) as Buffer; // prettier-ignore

it('is exact for few people, however often they come', () => {
  const some = people(300);
  expect(peopleIn([sketchOf(some, some)])).toEqual({ people: 300, isExact: true });
  expect(peopleIn([])).toEqual({ people: 0, isExact: true });
});

it('says that nothing changed, so that nothing is written', () => {
  const [few, many] = [people(10), people(MOST_EXACT * 4)];
  expect(withPeople(sketchOf(few), few)).toBeNull();
  expect(withPeople(sketchOf(many), many)).toBeNull();
  expect(withPeople(null, Buffer.alloc(0))).toBeNull();
});

it.each([2_000, 20_000, 200_000])('estimates %d people within 8%%, in 2 KB', (count) => {
  const sketch = sketchOf(people(count));
  const { people: estimate, isExact } = peopleIn([sketch]);
  expect(isExact).toBe(false);
  expect(sketch.length).toBe(2_049);
  expect(Math.abs(estimate / count - 1)).toBeLessThan(0.08); // 3.5 standard errors
});

it('counts people of several days once, whether the days are exact or not', () => {
  const [monday, tuesday] = [people(400), people(5_000)];
  const both = Buffer.concat([monday, tuesday]);
  const { people: estimate } = peopleIn([sketchOf(monday), sketchOf(both), sketchOf(tuesday)]);
  expect(estimate).toBe(peopleIn([sketchOf(both)]).people);
});
