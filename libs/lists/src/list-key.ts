import { UnknownListError } from '@dundun/domain';
import { validate } from 'uuid';

/** Identifies a list; the id alone never does. */
export interface ListName {
  workspaceId: number;
  listId: string;
}

/** The key of a list in a map. */
export const listKey = (workspaceId: number, listId: string) => `${workspaceId} ${listId}`;

/** Whether the text has the form of a list id. */
export const isListId = (text: string): boolean => validate(text);

/**
 * Normalizes a list id from a path.
 * @throws UnknownListError when it is no id
 */
export function listIdOf(text: string): string {
  if (!isListId(text)) throw new UnknownListError();
  return text.toLowerCase();
}
