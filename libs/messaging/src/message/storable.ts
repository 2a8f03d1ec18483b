import type { Outcome } from '@dundun/providers';

const LONGEST = 1_000;
/** The longest stored message id of a provider, which has to fit into an index. */
export const LONGEST_ID = 500;

/** Sanitizes third-party text for storage: no NUL, no lone surrogates, limited length. */
export const kept = (text: string, longest = LONGEST): string =>
  text.replaceAll('\0', '').toWellFormed().slice(0, longest).toWellFormed();

/** Sanitizes the texts of an outcome, because one that cannot be stored would fail its whole group commit. */
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
