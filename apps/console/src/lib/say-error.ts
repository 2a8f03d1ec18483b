import { ApiError, UNREACHABLE } from '@dundun/client';
import { words } from '@/components/ui/words';

/** Returns an error as a sentence: our own where there is one, else the service's. */
export function sayError(error: unknown): string {
  if (!(error instanceof ApiError)) return words.unexpected;
  if (error.code === UNREACHABLE) return words.unreachable;
  if (error.status === 429 && error.retryAfter) return words.tooMany(error.retryAfter);
  return error.text;
}
