import type { ParseArgsConfig } from 'node:util';
import type { Given } from './given.js';

/** Where a command writes; `print` is for programs, `complain` for people. */
export interface Output {
  print(text: string): void;
  complain(text: string): void;
}

export interface Command {
  /** The words that name it; none for what happens without arguments. */
  name: string;
  /** Its options as the help shows them. */
  usage: string;
  summary: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** @returns what is printed as JSON, if anything */
  run(given: Given): Promise<unknown>;
}
