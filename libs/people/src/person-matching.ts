import { v7 } from 'uuid';
import type { PeopleSet } from './people-set.js';
import type { UserValues } from './person-values.js';
import { filled, newPerson, overwritten } from './person-fields.js';
import { keyValue, type ClaimedKey } from './person-keys.js';
import type { Person } from './person.entity.js';

/** Whom a call is about, and how that person will be afterwards. Nothing is changed yet. */
export interface Match {
  /** Undefined when nobody was known. */
  before: Person | undefined;
  after: Person;
  notices: string[];
}

const NUMBER_TAKEN = 'number was not changed: it belongs to another person than the email';

/** The person of the email, else the person of the number, else somebody new. */
export function matchPerson(set: PeopleSet, workspaceId: number, fields: UserValues, byKey: boolean): Match {
  const email = set.claim(workspaceId, 'email', keyValue(fields, 'email'));
  const number = set.claim(workspaceId, 'number', keyValue(fields, 'number'));
  const byEmail = set.holder(email);
  const byNumber = set.holder(number);
  const isTaken = byEmail !== undefined && byNumber !== undefined && byEmail.id !== byNumber.id;
  const before = byEmail ?? byNumber;
  const said: UserValues = isTaken ? { ...fields, number: undefined } : fields;
  const after = before
    ? byKey
      ? filled(before, said)
      : overwritten(before, said)
    : overwritten(newPerson(workspaceId, newId(email ?? number), new Date()), said);
  return { before, after, notices: isTaken ? [NUMBER_TAKEN] : [] };
}

/** The one that the row of the key names already, so that it need not be written again. */
export const newId = (claim: ClaimedKey | undefined): string => claim?.proposedId ?? v7();
