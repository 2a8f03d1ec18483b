import type { Batch } from './batch.js';
import type { BatchWrites } from './batch-writes.js';
import { isSamePerson } from './person-fields.js';
import { keysOf, personKeyText } from './person-keys.js';
import type { Person } from './person.entity.js';

/** The person is so from here on, for the rest of the batch and in what it writes. @param before undefined for somebody new, @param callByKey by whom, where that is somebody with the key alone */
export function keepChange(
  batch: Batch,
  writes: BatchWrites,
  before: Person | undefined,
  after: Person,
  callByKey?: object,
): void {
  batch.keepPerson(after);
  for (const key of keysOf(after)) batch.claims.get(personKeyText(key))?.candidates.add(after.id);
  if (!before || !isSamePerson(before, after)) writes.changePerson(before, after, callByKey);
}
