import { Refusal } from '@dundun/domain';
import { EnvironmentError } from '@dundun/platform/config';
import { isUnavailable, sqlState } from '@dundun/platform/database';
import { CommandError } from './command-error.js';

const FOR_PEOPLE = [EnvironmentError, CommandError, Refusal];
const NO_TABLE = '42P01';

/** What went wrong, in a sentence; only what nobody foresaw comes with its stack. */
export function failure(error: unknown): string {
  const cause = deepest(error);
  const { message, stack, code } = cause as NodeJS.ErrnoException;
  if (isUnavailable(cause)) return `PostgreSQL cannot be used: ${reason(cause)}`;
  if (FOR_PEOPLE.some((type) => cause instanceof type) || code?.startsWith('ERR_PARSE_ARGS')) return message;
  if (sqlState(cause) === NO_TABLE) return `The database is not migrated (${message}): run main.js migrate first.`;
  if (sqlState(cause)) return `PostgreSQL refused: ${message} (${sqlState(cause)})`;
  return stack ?? String(cause);
}

/** A refusal hides from callers what an operator must know. */
const deepest = (error: unknown): unknown =>
  (error as Error | undefined)?.cause instanceof Error ? deepest((error as Error).cause) : error;

/** Several addresses of one host that all failed come as an error without words. */
const reason = (error: unknown) =>
  error instanceof AggregateError ? (error.errors[0] as Error).message : (error as Error).message;
