import { EnvironmentError, loadConfig } from '@dundun/platform/config';
import type { Command } from '../command.js';
import { CommandError } from '../command-error.js';

const MADE_BY_START = ['DATABASE_URL is required', 'SECRET_KEY is required'];

export const checkEnvironment: Command = {
  name: 'check-env',
  usage: '[--embedded]',
  summary:
    'Reports every error in the environment on a line of its own; --embedded ignores values that `npm start` creates.',
  options: { embedded: { type: 'boolean' } },
  run(given) {
    const faults = faultsOf().filter((fault) => !given.flag('embedded') || !MADE_BY_START.includes(fault));
    if (faults.length > 0) throw new CommandError(faults.join('\n'));
    return Promise.resolve();
  },
};

function faultsOf(): string[] {
  try {
    loadConfig();
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.faults;
    throw error;
  }
}
