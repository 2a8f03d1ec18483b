import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import type { Outcome } from '@dundun/providers';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { Suppressions } from '../suppressions/suppressions.repository.js';
import type { ClaimedMessage } from '../message/message.js';
import { aMessage, aRecipient, queued, rowOf } from '../testing.js';
import { LaneClaims } from './lane-claims.repository.js';
import { STOPPED, type Route } from './route.js';
import { aHandOver, someProviders } from './testing-providers.js';

const SLOTS = 2;
/** Each slot has a call, and eight messages marked ahead. */
const MARKED = 9 * SLOTS;
const ACCEPTED: Outcome = { kind: 'accepted', providerId: null, detail: 'ok' };

describe('bulk mail', () => {
  const db = useDatabase(accountsEntities);
  let workspace: number;
  let calls: string[];
  let finish: () => void;

  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
    calls = [];
  });

  /** Hands over all of the lane through a provider whose calls last until `finish`. */
  const handOverAll = async (count: number, over: Partial<Route> = {}) => {
    const recipients = (index: number) => [aRecipient(`r${index}@reader.test`)];
    await queued(
      db.database,
      ...Array.from({ length: count }, (_, index) =>
        aMessage(workspace, { lane: 'bulk', recipients: recipients(index) }),
      ),
    );
    const claimed = await new LaneClaims(db.database).claim('email', 'bulk', workspace, count);
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const route: Route = {
      provider: 'smtp',
      integrationId: null,
      onUnknown: 'retry',
      captures: false,
      maxRecipients: 10,
      rateLimit: null,
      health: 'fine',
      send: async (message, _, __, isWanted) => {
        calls.push(message.id);
        if (calls.length <= SLOTS) await finished;
        else if (!(await isWanted?.())) return STOPPED;
        return ACCEPTED;
      },
      ...over,
    };
    const { traffic } = someProviders(db.database, { ...db.config, WORKER_CONCURRENCY: SLOTS });
    const handOver = aHandOver(db.database, { routes: { of: () => Promise.resolve([route]) }, traffic });
    return { claimed, done: Promise.all(claimed.map((message) => handOver.deliver(message))) };
  };
  const marked = async () => {
    const rows = await db.database.query<{ message_id: string }>(
      'SELECT message_id FROM attempts WHERE workspace_id = $1',
      [workspace],
    );
    return rows.map(({ message_id }) => message_id);
  };

  it('is marked in few statements, and a few messages ahead of the slots', async () => {
    const { claimed, done } = await handOverAll(20);
    await until('the slots are full', async () => calls.length === SLOTS && (await marked()).length === MARKED);
    finish();
    await done;
    expect(calls.sort()).toEqual(claimed.map(({ id }) => id).sort());
    const [counted] = await db.database.query(
      `SELECT sum(count)::int AS count FROM delivery_counts WHERE workspace_id = $1 AND outcome = 'accepted'`,
      [workspace],
    );
    expect(counted).toEqual({ count: claimed.length });
  });

  it('is not handed over to a reader who opted out while it waited for its slot', async () => {
    const { claimed, done } = await handOverAll(MARKED);
    const marks = async () => (await marked()).filter((id) => !calls.includes(id));
    await until('messages are marked ahead', async () => (await marks()).length === MARKED - SLOTS);
    const begun = performance.now();
    const [id] = await marks();
    const [leaving] = claimed.filter((message) => message.id === id) as [ClaimedMessage];
    await new Suppressions(db.database).add([
      { workspaceId: workspace, address: leaving.recipients[0]!.address, reason: 'manual' },
    ]);
    await until('the mark is too old to be relied on', () => performance.now() - begun > 500);
    finish();
    await done;
    expect(await rowOf(db.database, leaving)).toMatchObject({ status: 'suppressed' });
    const sent = claimed.filter((message) => message.id !== id);
    for (const message of sent) expect(await rowOf(db.database, message)).toMatchObject({ status: 'sent' });
  });

  it('is marked only with a slot where an unknown outcome would end it', async () => {
    const { done } = await handOverAll(6, { onUnknown: 'hold' });
    await until('the slots are full', () => calls.length === SLOTS);
    expect(await marked()).toHaveLength(SLOTS);
    finish();
    await done;
  });
});
