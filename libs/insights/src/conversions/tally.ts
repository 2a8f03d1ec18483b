import type { Conversion } from '@dundun/domain';
import { NIL } from 'uuid';

/** A conversion and whose it is. */
export interface PersonConversion extends Conversion {
  person: string;
}

/** A number of an owner, and how it changes; the content of no bits is all of its contents. */
export interface CountDelta {
  owner: string;
  content: string;
  what: 'people' | 'conversions' | 'revenue';
  currency: string;
  by: string;
}

const MICRO = 1_000_000n;
const units = (amount: string): bigint => BigInt(amount.replace('.', ''));
const decimal = (sum: bigint): string => {
  const [sign, size] = sum < 0n ? ['-', -sum] : ['', sum];
  return `${sign}${size / MICRO}.${String(size % MICRO).padStart(6, '0')}`;
};

/** Returns how numbers change when the conversions of people do, in the order of their keys. */
export function deltasOf(before: readonly PersonConversion[], after: readonly PersonConversion[]): CountDelta[] {
  const sums = sumsOf(after);
  for (const [key, sum] of sumsOf(before)) sums.set(key, (sums.get(key) ?? 0n) - sum);
  return [...sums]
    .filter(([, sum]) => sum !== 0n)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, sum]) => {
      const [owner, content, what, currency] = JSON.parse(key) as [string, string, CountDelta['what'], string];
      return { owner, content, what, currency, by: what === 'revenue' ? decimal(sum) : String(sum) };
    });
}

function sumsOf(conversions: readonly PersonConversion[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const seen = new Set<string>();
  const add = (by: bigint, ...key: [owner: string, content: string, what: CountDelta['what'], currency: string]) =>
    sums.set(JSON.stringify(key), (sums.get(JSON.stringify(key)) ?? 0n) + by);
  for (const { owner, content, person, amount, currency, counts } of conversions)
    for (const part of content === null ? [NIL] : [NIL, content]) {
      const isNew = counts && !seen.has(`${owner} ${part} ${person}`);
      if (isNew) add(1n, owner, part, 'people', '');
      if (counts) seen.add(`${owner} ${part} ${person}`);
      if (counts) add(1n, owner, part, 'conversions', '');
      if (amount !== null) add(units(amount), owner, part, 'revenue', currency);
    }
  return sums;
}
