import { expect, it, jest } from '@jest/globals';
import type { Caller } from '@dundun/platform/http';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { SuppressionsController } from './suppressions.controller.js';
import { Suppressions } from './suppressions.repository.js';

const db = useDatabase();

it('streams a complete export at the speed of its reader', async () => {
  const workspaceId = await aWorkspace(db.database);
  await db.database.execute(
    `INSERT INTO suppressions (workspace_id, address, reason)
     SELECT $1, 'a' || n || '@example.com', 'manual' FROM generate_series(1, 40000) AS n`,
    [workspaceId],
  );
  const suppressions = new Suppressions(db.database);
  const page = jest.spyOn(suppressions, 'page');
  const controller = new SuppressionsController(suppressions, undefined as never);
  const pieces = (await controller.export({ workspaceId } as Caller)).getStream()[Symbol.asyncIterator]();
  const { value: head } = (await pieces.next()) as IteratorResult<string>;
  expect(head).toBe('address,reason,detail,created_at\r\n');
  expect(page.mock.calls.length).toBeLessThan(30);
  const lines = new Set<string>();
  for await (const piece of pieces as AsyncIterable<string>) for (const line of piece.split('\r\n')) lines.add(line);
  expect(lines.size).toBe(40_001);
});
