import type { Database } from '@dundun/platform/database';
import { createLogger, type Logger } from '@dundun/platform/config';
import { v7 } from 'uuid';
import type { NewEvent } from './event-commit.service.js';
import { EventPartitions } from './event-partitions.repository.js';

export const quiet: Logger = createLogger('test', 'silent');

export const somePartitions = (database: Database) => new EventPartitions(database, quiet);

/** An event of a new person; a test states only the fields that matter to it. */
export const anEvent = (workspaceId: number, given: Partial<NewEvent> = {}): NewEvent => ({
  workspaceId,
  personId: v7(),
  name: 'Order placed',
  ...given,
});

/** Creates a person with this uid. @returns the id */
export async function aPerson(database: Database, workspaceId: number, uid: string): Promise<string> {
  const id = v7();
  await database.execute('INSERT INTO people (workspace_id, id, uid, uid_updateable) VALUES ($1, $2, $3, false)', [
    workspaceId,
    id,
    uid,
  ]);
  return id;
}

/** Returns the names of a workspace's stored events. */
export async function storedNames(database: Database, workspaceId: number): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    'SELECT name FROM events WHERE workspace_id = $1 ORDER BY received_at, id',
    [workspaceId],
  );
  return rows.map(({ name }) => name);
}
