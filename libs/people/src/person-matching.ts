import { v7 } from 'uuid';
import type { PeopleSet } from './people-set.js';
import type { UserValues } from './person-values.js';
import { filled, newPerson, overwritten } from './person-fields.js';
import { keyValue, type ClaimedKey } from './person-keys.js';
import type { Person } from './person.entity.js';

/** The person of a call, before and after it. Nothing is changed yet. */
export interface Match {
  /** Undefined for a new person. */
  before: Person | undefined;
  after: Person;
  notices: string[];
}

const NUMBER_TAKEN = 'number was not changed: it belongs to another person than the email';

/** Finds the person with the email, else with the number; else plans a new one. */
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

/** Returns the id that the key row already names, so that the row needs no second write. */
export const newId = (claim: ClaimedKey | undefined): string => claim?.proposedId ?? v7();
