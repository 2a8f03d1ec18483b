import { hasLength, InvalidInputError, isWellFormed } from '@dundun/domain';

const LONGEST = 255;

/** Whether a person can have this uid; one that cannot be stored would spoil the batch it comes in. */
export const isUid = (uid: string): boolean => hasLength(uid, 1, LONGEST) && isWellFormed(uid);

/** @throws InvalidInputError */
export function checkUid(uid: string, field = 'uid'): void {
  if (!isUid(uid)) throw new InvalidInputError([{ field, message: `must be 1 to ${LONGEST} characters` }]);
}
