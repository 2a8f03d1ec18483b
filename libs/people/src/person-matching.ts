import { newId } from '@dundun/platform/database';
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
  /** The uid to answer instead of the stored one. */
  handle?: string;
}

/** What a call says about a person without naming a uid. */
export interface AddressedPerson {
  workspaceId: number;
  fields: UserValues;
  /** The caller has the key alone, so nothing is overwritten. */
  byKey: boolean;
  isProven?: boolean;
  /** Uids that stand for the number, in order; the first that leads to no other person is answered. */
  handles?: string[];
}

const NUMBER_TAKEN = 'number was not changed: it belongs to another person than the email';

/** Finds the person with the email, else with the number; else plans a new one. */
export function matchPerson(set: PeopleSet, said: AddressedPerson): Match {
  const { workspaceId, fields, byKey, isProven } = said;
  const email = set.claim(workspaceId, 'email', keyValue(fields, 'email'));
  const number = set.claim(workspaceId, 'number', keyValue(fields, 'number'));
  const byEmail = set.holder(email);
  const byNumber = set.holder(number);
  const isTaken = byEmail !== undefined && byNumber !== undefined && byEmail.id !== byNumber.id;
  const before = byEmail ?? byNumber;
  const given: UserValues = isTaken ? { ...fields, number: undefined } : fields;
  const handle = handleOf(set, said, before);
  const after = before
    ? byKey
      ? filled(before, given, isProven)
      : overwritten(before, given)
    : overwritten(made(newPerson(workspaceId, newPersonId(set, email ?? number), new Date()), handle), given);
  return { before, after, notices: isTaken ? [NUMBER_TAKEN] : [], handle };
}

/** The last handle is left if each leads to another person, which takes a number that moved as often as there are handles. */
function handleOf(set: PeopleSet, { workspaceId, handles }: AddressedPerson, before: Person | undefined) {
  const isFree = (handle: string) => {
    const owner = set.personByUid(workspaceId, handle);
    return owner === undefined || owner.id === before?.id;
  };
  return handles?.find(isFree) ?? (before ? handles?.at(-1) : undefined);
}

const made = (person: Person, uid: string | undefined): Person => (uid === undefined ? person : { ...person, uid });

/** Returns the id that the key row already names, so that the row needs no second write. */
export const newPersonId = (set: PeopleSet, claim: ClaimedKey | undefined): string =>
  set.reservedId ?? (claim && set.takesProposedIds ? claim.proposedId : newId());
