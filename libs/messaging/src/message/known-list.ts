import { UnknownListError } from '@dundun/domain';
import { validate } from 'uuid';

/** Returns the list id of a send. @throws UnknownListError if it is not a uuid */
export function knownList(id: string | undefined): string | null {
  if (id === undefined) return null;
  if (!validate(id)) throw new UnknownListError();
  return id;
}
