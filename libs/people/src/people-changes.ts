import type { PeopleSet } from './people-set.js';
import type { PeopleWrites } from './people-writes.js';
import { isSamePerson } from './person-fields.js';
import { keysOf, personKeyText } from './person-keys.js';
import type { Person } from './person.entity.js';

/**
 * Keeps a changed person, for later commands of the same group commit and for what it writes.
 * @param before undefined for a new person
 * @param callByKey the call, if it came with the key alone
 */
export function keepChange(
  set: PeopleSet,
  writes: PeopleWrites,
  before: Person | undefined,
  after: Person,
  callByKey?: object,
): void {
  set.keepPerson(after);
  for (const key of keysOf(after)) set.claims.get(personKeyText(key))?.candidates.add(after.id);
  if (!before || !isSamePerson(before, after)) writes.changePerson(before, after, callByKey);
}

/** Makes a further uid lead to the person, unless it does. */
export function keepAlias(
  set: PeopleSet,
  writes: PeopleWrites,
  { workspaceId, id: personId }: Person,
  uid: string,
): void {
  if (set.personByUid(workspaceId, uid)?.id === personId) return;
  set.keepAlias(workspaceId, uid, personId);
  writes.renamed.push({ workspaceId, uid, personId });
}
