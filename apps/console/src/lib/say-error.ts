import { ApiError, UNREACHABLE } from '@dundun/client';
import { words } from '@/components/ui/words';

/** An error in words for people: ours where we have better ones, else the service's own. */
export function sayError(error: unknown): string {
  if (!(error instanceof ApiError)) return words.unexpected;
  if (error.code === UNREACHABLE) return words.unreachable;
  if (error.status === 429 && error.retryAfter) return words.tooMany(error.retryAfter);
  return error.text;
}
