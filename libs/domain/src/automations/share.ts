import type { StepOf } from './graph.js';

const BUCKETS = 10_000;

/** FNV-1a with a final mix: the low bits alone are not even enough. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Returns the share of a person: the same for the same salt and person, whatever the other shares are. */
export function shareOf({ id, shares }: StepOf<'split'>, salt: string, person: string): number {
  const place = hash(`${salt} ${id} ${person}`) % BUCKETS;
  let upTo = 0;
  const found = shares.findIndex(({ percent }) => place < (upTo += percent * (BUCKETS / 100)));
  return found < 0 ? shares.length - 1 : found;
}
