import { UnknownListError } from '@dundun/domain';
import { validate } from 'uuid';

/** The list that a send names. @throws UnknownListError when it cannot be one */
export function knownList(id: string | undefined): string | null {
  if (id === undefined) return null;
  if (!validate(id)) throw new UnknownListError();
  return id;
}
