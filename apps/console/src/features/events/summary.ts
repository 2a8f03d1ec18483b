import type { ConsoleEventView } from '@dundun/client';

const LONGEST = 160;

const short = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Summarizes the value and properties of an event on one line. */
export function summaryOf({ value, properties }: ConsoleEventView): string {
  const named = Object.entries(properties ?? {}).map(([name, one]) => `${name}: ${short(one)}`);
  const all = [...(value === null ? [] : [short(value)]), ...named].join(' · ');
  return all.length > LONGEST ? `${all.slice(0, LONGEST)}…` : all;
}
