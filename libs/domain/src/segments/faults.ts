import type { FieldFault } from '../refusal.js';

const MOST = 20;

/** Collects what is wrong with a tree, each at the path of its field. */
export class TreeFaults {
  readonly all: FieldFault[] = [];

  /** @returns undefined, for the value that could not be read */
  add(field: string, message: string): undefined {
    if (this.all.length < MOST) this.all.push({ field, message });
    return undefined;
  }

  /** Adds a fault for each key that the object must not have. */
  unknownKeys(given: object, allowed: readonly string[], path: string): void {
    for (const key of Object.keys(given))
      if (!allowed.includes(key))
        this.add(`${path}.${cut(key)}`, `is not known here: the keys are ${allowed.join(', ')}`);
  }
}

const LONGEST = 60;

/** Cuts a key for a sentence, at a character. */
export const cut = (text: string): string =>
  text.length > LONGEST ? `${[...text.slice(0, LONGEST + 1)].slice(0, -1).join('')}…` : text;
