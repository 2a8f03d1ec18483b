import { UnknownListError } from '@dundun/domain';
import { validate } from 'uuid';

/** A list is named by its workspace and its id together, never by the id alone. */
export interface ListName {
  workspaceId: number;
  listId: string;
}

/** Where a list stands in a map. */
export const listKey = (workspaceId: number, listId: string) => `${workspaceId} ${listId}`;

/**
 * The id of a path as it is stored.
 * @throws UnknownListError when no list can have it
 */
export function listIdOf(text: string): string {
  if (!validate(text)) throw new UnknownListError();
  return text.toLowerCase();
}
