import { expect, it } from '@jest/globals';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { randomBytes } from 'node:crypto';
import { LaneClaims } from './lane-claims.repository.js';
import type { Route } from './route.js';
import { aHandOver, FREE_TRAFFIC } from './testing-providers.js';
import { aMessage, queued } from '../testing.js';

const db = useDatabase();

it('records hostile provider ids without losing the outcomes of other messages', async () => {
  const workspaceId = await aWorkspace(db.database);
  await queued(db.database, ...Array.from({ length: 4 }, () => aMessage(workspaceId)));
  const claimed = await new LaneClaims(db.database).claim('email', 'fast', workspaceId, 10);
  const ids = [randomBytes(8_000).toString('base64'), 'a\0b', 'half \ud800', 'm-1'];
  const route: Route = {
    provider: 'resend',
    integrationId: null,
    onUnknown: 'repeat',
    captures: false,
    maxRecipients: 50,
    rateLimit: null,
    health: 'fine',
    send: ({ id }) => {
      const providerId = ids[claimed.findIndex((message) => message.id === id)] ?? null;
      return Promise.resolve({ kind: 'accepted', providerId, detail: 'taken' });
    },
  };
  const handOver = aHandOver(db.database, { routes: { of: () => Promise.resolve([route]) }, traffic: FREE_TRAFFIC });
  await Promise.all(claimed.map((message) => handOver.deliver(message)));
  const stored = await db.database.query<{ id: string; status: string }>(
    `SELECT a.provider_message_id AS id, m.status FROM messages m JOIN attempts a ON a.message_id = m.id
     WHERE m.workspace_id = $1 ORDER BY length(a.provider_message_id)`,
    [workspaceId],
  );
  expect(stored.map(({ id, status }) => [id.slice(0, 10), status])).toEqual([
    ['ab', 'sent'],
    ['m-1', 'sent'],
    ['half \ufffd', 'sent'],
    [ids[0]?.slice(0, 10), 'sent'],
  ]);
});
