import type { FieldFault } from '../refusal.js';

/** Collects what is wrong with a design, each at the path of its field. */
export class DesignFaults {
  readonly all: FieldFault[] = [];

  add(field: string, message: string): void {
    if (this.all.length < MOST_FAULTS) this.all.push({ field, message });
  }
}

const MOST_FAULTS = 20;

/** Reads one value. A wrong one adds a fault and is replaced by any value of its type. */
export type Reader<T> = (given: unknown, path: string, faults: DesignFaults) => T;

/** The type that a reader reads. */
export type Read<R> = R extends Reader<infer T> ? T : never;

/** The type that an object of readers reads. */
export type ReadFields<S> = { -readonly [K in keyof S]: Read<S[K]> };

export const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** Returns whether PostgreSQL can store the text: no NUL, no half of a character. */
export const isStorableText = (given: string): boolean => !given.includes('\0') && !/\p{Surrogate}/u.test(given);

/** @param most characters */
export const text =
  (most: number): Reader<string> =>
  (given, path, faults) => {
    if (typeof given === 'string' && given.length <= most && isStorableText(given)) return given;
    faults.add(path, `must be text of at most ${most} characters`);
    return '';
  };

export const flag: Reader<boolean> = (given, path, faults) => {
  if (typeof given === 'boolean') return given;
  faults.add(path, 'must be true or false');
  return false;
};

export const whole =
  (least: number, most: number): Reader<number> =>
  (given, path, faults) => {
    if (Number.isInteger(given) && (given as number) >= least && (given as number) <= most) return given as number;
    faults.add(path, `must be a whole number from ${least} to ${most}`);
    return least;
  };

export const oneOf =
  <const T extends string | number>(...values: T[]): Reader<T> =>
  (given, path, faults) => {
    if (values.includes(given as T)) return given as T;
    faults.add(path, `must be one of ${values.join(', ')}`);
    return values[0] as T;
  };

export const colour: Reader<string> = (given, path, faults) => {
  if (typeof given === 'string' && /^#[0-9a-f]{6}$/i.test(given)) return given;
  faults.add(path, 'must be a colour such as #4b3fe4');
  return '#000000';
};

export const nullable =
  <T>(reader: Reader<T>): Reader<T | null> =>
  (given, path, faults) =>
    given === null || given === undefined ? null : reader(given, path, faults);

export const list =
  <T>(reader: Reader<T>, most: number, least = 0): Reader<T[]> =>
  (given, path, faults) => {
    if (Array.isArray(given) && given.length >= least && given.length <= most)
      return given.map((each, index) => reader(each, `${path}[${index}]`, faults));
    faults.add(path, `must be a list of ${least} to ${most}`);
    return [];
  };

/** Reads an object with exactly these fields. */
export const fields =
  <S extends Record<string, Reader<unknown>>>(shape: S): Reader<ReadFields<S>> =>
  (given, path, faults) => {
    const from = isObject(given) ? given : {};
    if (!isObject(given)) faults.add(path, 'must be an object');
    for (const key of Object.keys(from))
      if (!Object.hasOwn(shape, key)) faults.add(`${path}.${key.slice(0, 60)}`, 'is not known here');
    return Object.fromEntries(
      Object.entries(shape).map(([key, reader]) => [key, reader(from[key], `${path}.${key}`, faults)]),
    ) as ReadFields<S>;
  };
