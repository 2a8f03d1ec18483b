import type { ParseArgsConfig } from 'node:util';
import type { Given } from './given.js';

/** Where a command writes: `print` to stdout, for programs; `complain` to stderr, for people. */
export interface Output {
  print(text: string): void;
  complain(text: string): void;
}

export interface Command {
  /** The words of the command line that name it; empty for the command without arguments. */
  name: string;
  /** The options as shown by --help. */
  usage: string;
  summary: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** @returns the result to print as JSON, if any */
  run(given: Given): Promise<unknown>;
}
