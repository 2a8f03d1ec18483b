import type { MergeEffect } from '../adapters/source-adapter.js';
import type { DueEvent } from './due-event.js';
import type { StorableEffect } from '../adapters/storable-fields.js';

/** People whose events are written concurrently. */
const MOST_AT_ONCE = 16;

/** An event and its effects. */
export interface Planned {
  row: DueEvent;
  effects: (StorableEffect | MergeEffect)[];
  notices: string[];
}

/** The events of one person in order, or a single event that concerns several people. */
export interface Chain {
  person: string;
  events: Planned[];
}

/**
 * Groups events into rounds of chains. The chains of a round are independent and can run concurrently; an event that concerns
 * several people is a round of its own.
 */
export function roundsOf(planned: Planned[]): Chain[][] {
  const rounds: Chain[][] = [];
  let open: Map<string, Chain> | undefined;
  for (const one of planned) {
    const people = new Set(one.effects.map(personKey));
    const [person = ''] = people;
    if (people.size > 1 || one.effects.some((effect) => 'merge' in effect)) {
      open = undefined;
      rounds.push([{ person, events: [one] }]);
      continue;
    }
    if (!open) {
      open = new Map();
      rounds.push([]);
    }
    const chain = open.get(person);
    if (chain) chain.events.push(one);
    else {
      const fresh = { person, events: [one] };
      open.set(person, fresh);
      rounds.at(-1)?.push(fresh);
    }
  }
  return rounds;
}

function personKey(effect: StorableEffect | MergeEffect): string {
  if ('merge' in effect) return `uid ${effect.merge.destination}`;
  const { uid, external, email, number } = effect.person;
  if (uid !== undefined) return `uid ${uid}`;
  if (external !== undefined) return `external ${external}`;
  return email === undefined ? `number ${number ?? ''}` : `email ${email.toLowerCase()}`;
}

/** Runs `work` for every item, 16 at a time. */
export async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const runner = async () => {
    while (next < items.length) await work(items[next++] as T);
  };
  await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, items.length) }, runner));
}
