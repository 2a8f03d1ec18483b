import type { PeopleSet } from './people-set.js';
import type { PeopleWrites } from './people-writes.js';
import { isSamePerson } from './person-fields.js';
import { keysOf, personKeyText } from './person-keys.js';
import type { Person } from './person.entity.js';

/** The person is so from here on, for the rest of the batch and in what it writes. @param before undefined for somebody new, @param callByKey by whom, where that is somebody with the key alone */
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
