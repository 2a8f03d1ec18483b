import type { Outcome } from '@dundun/providers';

const LONGEST = 1_000;
/** What a provider calls a message; an index holds it. */
export const LONGEST_ID = 500;

/** What a stranger said, as PostgreSQL can keep it: no NUL, no half surrogate pair, not endless. */
export const kept = (text: string, longest = LONGEST): string =>
  text.replaceAll('\0', '').toWellFormed().slice(0, longest).toWellFormed();

/** An outcome whose texts can be stored: one that cannot would keep those beside it from being stored as well. */
export function storable(outcome: Outcome): Outcome {
  const recipients = outcome.recipients?.map((recipient) => ({ ...recipient, detail: kept(recipient.detail) }));
  const id = outcome.kind === 'accepted' && outcome.providerId !== null && kept(outcome.providerId, LONGEST_ID);
  return {
    ...outcome,
    detail: kept(outcome.detail),
    ...(recipients ? { recipients } : {}),
    ...(id !== false ? { providerId: id } : {}),
  };
}
