import type { CreateListBody } from '@dundun/contracts';
import type { Database } from '@dundun/platform/database';
import { ListCounters } from './list-counters.repository.js';
import type { List } from './list.entity.js';
import { ListsRepository } from './lists.repository.js';
import { Lists } from './lists.service.js';

/** The lists service of a separate process. */
export const listsOn = (database: Database) => new Lists(new ListsRepository(database), new ListCounters(database));

/** Creates a list; a test states only the fields that matter to it. */
export async function aList(
  database: Database,
  workspaceId: number,
  given: Partial<CreateListBody> = {},
): Promise<List> {
  return (await listsOn(database).create(workspaceId, { title: 'Product news', ...given })).list;
}
