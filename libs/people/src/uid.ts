import { hasLength, InvalidInputError, isWellFormed } from '@dundun/domain';

const LONGEST = 255;

/** Whether the text can be a uid. One that cannot be stored would fail a whole group commit. */
export const isUid = (uid: string): boolean => hasLength(uid, 1, LONGEST) && isWellFormed(uid);

/** @throws InvalidInputError */
export function checkUid(uid: string, field = 'uid'): void {
  if (!isUid(uid)) throw new InvalidInputError([{ field, message: `must be 1 to ${LONGEST} characters` }]);
}
