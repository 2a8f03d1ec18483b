import { EVENT_LIMITS, isPropertyName } from '../event.js';
import { isJsonObject } from '../json.js';
import { InvalidInputError } from '../refusals/input.js';
import type { TreeFaults } from '../segments/faults.js';
import { readSegmentTree, readWhere } from '../segments/read.js';
import type { PropertyTest, SegmentNode } from '../segments/tree.js';
import { hasLength, isWellFormed } from '../text.js';
import { GRAPH_LIMITS, type Length, type LocalTime } from './graph.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const STEP_ID = /^[a-z0-9][a-z0-9_-]*$/i;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const PER_DAY = { minutes: 1_440, hours: 24, days: 1, weeks: 1 / 7 };

/** Reads the parts of one object of a graph; each fault gets the path of its field. */
export class Part {
  constructor(
    readonly given: Record<string, unknown>,
    readonly path: string,
    readonly faults: TreeFaults,
  ) {}

  /** Returns a part for an object, or undefined with a fault. */
  static of(value: unknown, path: string, faults: TreeFaults, said = 'must be an object'): Part | undefined {
    return isJsonObject(value) ? new Part(value, path, faults) : faults.add(path, said);
  }

  at = (key: string): string => `${this.path}.${key}`;
  has = (key: string): boolean => this.given[key] !== undefined;
  wrong = (key: string, message: string): undefined => this.faults.add(this.at(key), message);

  only(...keys: string[]): void {
    this.faults.unknownKeys(this.given, keys, this.path);
  }

  part(key: string, said?: string): Part | undefined {
    return Part.of(this.given[key], this.at(key), this.faults, said);
  }

  /** Reads a list; a part that cannot be read is left out, with its fault. */
  parts<T>(key: string, most: number, read: (part: Part) => T | undefined, least = 1): T[] | undefined {
    const value = this.given[key];
    if (!Array.isArray(value) || value.length < least || value.length > most)
      return this.wrong(key, `must be a list of ${least} to ${most} objects`);
    return value.flatMap((each: unknown, index): T[] => {
      const part = Part.of(each, `${this.at(key)}[${index}]`, this.faults);
      const known = part && read(part);
      return known === undefined ? [] : [known];
    });
  }

  text(key: string, most: number = GRAPH_LIMITS.textLength): string | undefined {
    const value = this.given[key];
    const isText = typeof value === 'string' && hasLength(value, 1, most) && isWellFormed(value);
    return isText ? value : this.wrong(key, `must be text of 1 to ${most} characters`);
  }

  /** Reads the id of something of the workspace. */
  uuid(key: string, what: string): string | undefined {
    const value = this.given[key];
    return typeof value === 'string' && UUID.test(value)
      ? value.toLowerCase()
      : this.wrong(key, `must be the id of ${what}`);
  }

  /** Reads the id of a step. */
  step(key: string): string | undefined {
    const value = this.given[key];
    return isStepId(value) ? value : this.wrong(key, 'must be the id of a step: connect it, or lead it to an exit');
  }

  whole(key: string, least: number, most: number): number | undefined {
    const value = this.given[key];
    return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? (value as number)
      : this.wrong(key, `must be a whole number from ${least} to ${most}`);
  }

  oneOf<const T extends string>(key: string, known: readonly T[], otherwise?: T): T | undefined {
    if (!this.has(key) && otherwise !== undefined) return otherwise;
    const value = known.find((each) => each === this.given[key]);
    return value ?? this.wrong(key, `must be one of ${known.join(', ')}`);
  }

  flag(key: string): boolean {
    if (this.has(key) && typeof this.given[key] !== 'boolean') this.wrong(key, 'must be true or false');
    return this.given[key] === true;
  }

  time(key: string): LocalTime | undefined {
    const value = this.given[key];
    return typeof value === 'string' && TIME.test(value) ? value : this.wrong(key, 'must be a time such as 09:00');
  }

  event(key = 'event'): string | undefined {
    const most = EVENT_LIMITS.nameLength;
    const value = this.given[key];
    const isName = typeof value === 'string' && hasLength(value, 1, most) && isWellFormed(value);
    return isName ? value : this.wrong(key, `must be the name of an event, 1 to ${most} characters`);
  }

  /** Reads the name of an attribute or property. */
  name(key: string): string | undefined {
    const value = this.given[key];
    return typeof value === 'string' && isPropertyName(value)
      ? value
      : this.wrong(key, `must be a name of 1 to ${EVENT_LIMITS.propertyNameBytes} bytes`);
  }

  length(key: string, otherwise?: Length): Length | undefined {
    if (!this.has(key) && otherwise) return otherwise;
    const value = this.given[key];
    const units = Object.keys(PER_DAY) as (keyof typeof PER_DAY)[];
    const [unit, ...more] = isJsonObject(value) ? Object.keys(value) : [];
    const named = units.find((each) => each === unit);
    if (!named || more.length > 0) return this.wrong(key, `must be one of ${units.join(', ')}, such as {"days": 3}`);
    const most = Math.floor(GRAPH_LIMITS.days * PER_DAY[named]);
    const count = (value as Record<string, unknown>)[named];
    if (!Number.isInteger(count) || (count as number) < 1 || (count as number) > most)
      return this.wrong(`${key}.${named}`, `must be a whole number from 1 to ${most}`);
    return { [named]: count } as unknown as Length;
  }

  /** Reads tests of properties; none are left out. */
  where(key = 'where'): { where?: PropertyTest[] } {
    if (!this.has(key)) return {};
    const where = readWhere(this.given[key], this.at(key), this.faults);
    return where && where.length > 0 ? { where } : {};
  }

  tree(key: string): SegmentNode | undefined {
    try {
      return readSegmentTree(this.given[key], this.at(key));
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      for (const { field, message } of error.fields ?? []) this.faults.add(field, message);
      return undefined;
    }
  }
}

/** Whether the value can be the id of a step. */
export const isStepId = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= GRAPH_LIMITS.idLength && STEP_ID.test(value);

/** Returns the object if none of its values is missing. */
export function whole<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T | undefined {
  return Object.values(value).every((each) => each !== undefined) ? (value as T) : undefined;
}
