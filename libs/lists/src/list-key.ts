import { UnknownListError } from '@dundun/domain';
import { validate } from 'uuid';

/** Identifies a list; the id alone never does. */
export interface ListName {
  workspaceId: number;
  listId: string;
}

/** The key of a list in a map. */
export const listKey = (workspaceId: number, listId: string) => `${workspaceId} ${listId}`;

/**
 * Normalizes a list id from a path.
 * @throws UnknownListError when it is no id
 */
export function listIdOf(text: string): string {
  if (!validate(text)) throw new UnknownListError();
  return text.toLowerCase();
}
