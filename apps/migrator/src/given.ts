import { readFileSync } from 'node:fs';
import { CommandError } from './command-error.js';

/** Parses and validates the options of a command line. */
export class Given {
  constructor(private readonly values: Record<string, unknown>) {}

  flag(name: string): boolean {
    return this.values[name] === true;
  }

  text(name: string): string {
    const value = this.optional(name);
    if (value === undefined) throw new CommandError(`--${name} is missing.`);
    return value;
  }

  optional(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' ? value : undefined;
  }

  id(name: string): number {
    const value = this.text(name);
    if (!/^\d{1,9}$/.test(value)) throw new CommandError(`--${name} must be a number.`);
    return Number(value);
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined {
    const value = this.optional(name);
    if (value === undefined) return undefined;
    const known = values.find((one) => one === value);
    if (known === undefined) throw new CommandError(`--${name} must be one of ${values.join(', ')}.`);
    return known;
  }

  /**
   * Returns a value, or for `@path` the content of the file: for long texts, and for secrets that must not appear in
   * the process list.
   */
  content(name: string): string | undefined {
    const value = this.optional(name);
    if (!value?.startsWith('@')) return value;
    try {
      return readFileSync(value.slice(1), 'utf8');
    } catch (error) {
      throw new CommandError(`--${name}: cannot read ${value.slice(1)} (${(error as NodeJS.ErrnoException).code}).`);
    }
  }

  json(name: string): unknown {
    const text = this.content(name);
    if (text === undefined) return {};
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new CommandError(`--${name} must be JSON.`);
    }
  }
}
