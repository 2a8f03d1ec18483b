import type { Outcome } from '@dundun/providers';

const LONGEST = 1_000;

/** What a stranger said, as PostgreSQL can keep it: no NUL, no half surrogate pair, not endless. */
export const kept = (text: string, longest = LONGEST): string =>
  text.replaceAll('\0', '').toWellFormed().slice(0, longest).toWellFormed();

/** An outcome whose texts can be stored. */
export function storable(outcome: Outcome): Outcome {
  const recipients = outcome.recipients?.map((recipient) => ({ ...recipient, detail: kept(recipient.detail) }));
  return { ...outcome, detail: kept(outcome.detail), ...(recipients ? { recipients } : {}) };
}
