import { Refusal } from '@dundun/domain';
import { EnvironmentError } from '@dundun/platform/config';
import { isUnavailable, sqlState } from '@dundun/platform/database';
import { CommandError } from './command-error.js';

const FOR_PEOPLE = [EnvironmentError, CommandError, Refusal];
const NO_TABLE = '42P01';

/** Describes an error in a sentence; only unexpected ones include a stack. */
export function failure(error: unknown): string {
  const cause = deepest(error);
  const { message, stack, code } = cause as NodeJS.ErrnoException;
  if (isUnavailable(cause)) return `PostgreSQL is unavailable: ${reason(cause)}`;
  if (FOR_PEOPLE.some((type) => cause instanceof type) || code?.startsWith('ERR_PARSE_ARGS')) return message;
  if (sqlState(cause) === NO_TABLE) return `The database is not migrated (${message}): run migrator.js migrate first.`;
  if (sqlState(cause)) return `PostgreSQL reported an error: ${message} (${sqlState(cause)})`;
  return stack ?? String(cause);
}

/** The cause, which refusals hide from API callers, is what an operator needs. */
const deepest = (error: unknown): unknown =>
  (error as Error | undefined)?.cause instanceof Error ? deepest((error as Error).cause) : error;

/** When several addresses of a host fail, the combined error has no message. */
const reason = (error: unknown) =>
  error instanceof AggregateError ? (error.errors[0] as Error).message : (error as Error).message;
