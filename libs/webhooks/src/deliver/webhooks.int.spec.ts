import { describe, expect, it, jest } from '@jest/globals';
import { ForbiddenAddressError, UnknownWebhookDeliveryError, UnknownWebhookError } from '@dundun/domain';
import { OutboundGuard } from '@dundun/platform/outbound';
import { aWorkspace, until } from '@dundun/testing';
import { Webhook } from 'standardwebhooks';
import { v7 } from 'uuid';
import { WebhookDeliveries } from './webhook-deliveries.repository.js';
import { aSender, happen, type FakeReceiver } from '../testing.js';
import { idsOf, refusing, useStage } from '../testing-stage.js';

const stage = useStage();
const { db, run, deliveries, statesOf, aReceiver, anEndpoint, entry, timePasses, turnsUntil } = stage;

describe('a webhook', () => {
  it('receives entries of its types from its creation on, once each', async () => {
    const receiver = await aReceiver();
    await entry('user.created');
    const { endpoint } = await anEndpoint(receiver.url, ['user.*', 'list.created']);
    const wanted = [...(await entry('user.created', 3)), ...(await entry('list.created'))];
    await entry('list.updated');
    await entry('message.sent', 5);
    await turnsUntil('all came', () => receiver.received.length >= 4);
    await stage.sender.turn();
    expect(idsOf(receiver).sort()).toEqual([...wanted].sort());
    expect(await statesOf(endpoint.id)).toEqual(['delivered', 'delivered', 'delivered', 'delivered']);
  });

  it('does not receive entries committed before its creation while older transactions ran', async () => {
    const receiver = await aReceiver();
    const other = await db.another();
    let end = () => {};
    const held = new Promise<void>((resolve) => (end = resolve));
    let began = () => {};
    const begun = new Promise<void>((resolve) => (began = resolve));
    let late: string[] = [];
    const slow = other.transaction(async () => {
      late = await happen(other, stage.workspaceId, 'user.deleted');
      began();
      await held;
    });
    await begun;
    await entry('user.created');
    const { endpoint } = await anEndpoint(receiver.url);
    const after = await entry('user.updated');
    end();
    await slow;
    await turnsUntil('both came', () => receiver.received.length >= 2);
    expect(idsOf(receiver).sort()).toEqual([...late, ...after].sort());
    expect(await deliveries(endpoint.id)).toHaveLength(2);
  });

  it('receives signed calls, with both secrets after a rotation', async () => {
    const receiver = await aReceiver();
    const { endpoint, secret } = await anEndpoint(receiver.url);
    const rotated = await stage.sender.endpoints.rotate(stage.workspaceId, endpoint.id);
    await entry('user.created', 1, { uid: 'ada' });
    await turnsUntil('it came', () => receiver.received.length > 0);
    const [{ headers, body }] = receiver.received as [FakeReceiver['received'][0]];
    for (const each of [secret, rotated.secret])
      expect(new Webhook(each).verify(body, headers as Record<string, string>)).toEqual({
        type: 'user.created',
        timestamp: expect.any(String),
        data: { uid: 'ada', n: 1 },
      });
    await run(`UPDATE webhook_endpoints SET previous_until = now() - interval '1 second' WHERE workspace_id = $1`);
    await entry('user.created');
    await turnsUntil('the next came', () => receiver.received.length > 1);
    const last = receiver.received[1] as FakeReceiver['received'][0];
    expect(() => new Webhook(secret).verify(last.body, last.headers as Record<string, string>)).toThrow();
    expect(new Webhook(rotated.secret).verify(last.body, last.headers as Record<string, string>)).toBeTruthy();
  });

  it('stores its secret sealed', async () => {
    const { secret } = await anEndpoint('http://127.0.0.1:1/');
    const rows = await db.database.query('SELECT * FROM webhook_endpoints WHERE workspace_id = $1', [
      stage.workspaceId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6, 30));
  });

  it.each(['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[::1]/', 'http://2130706432/', 'http://localhost/'])(
    'is refused for %s',
    async (url) => {
      const { endpoints } = aSender(db.database, new OutboundGuard({}));
      await expect(endpoints.create(stage.workspaceId, { url })).rejects.toThrow(ForbiddenAddressError);
      const { endpoint } = await anEndpoint('http://127.0.0.1:1/');
      await expect(endpoints.update(stage.workspaceId, endpoint.id, { url })).rejects.toThrow(ForbiddenAddressError);
      expect(await stage.sender.endpoints.list(stage.workspaceId)).toMatchObject([{ url: 'http://127.0.0.1:1/' }]);
    },
  );

  it('is invisible to other workspaces', async () => {
    const { endpoint } = await anEndpoint('http://127.0.0.1:1/');
    const other = await aWorkspace(db.database);
    await expect(stage.sender.endpoints.find(other, endpoint.id)).rejects.toThrow(UnknownWebhookError);
    await expect(stage.sender.endpoints.rotate(other, endpoint.id)).rejects.toThrow(UnknownWebhookError);
    await expect(stage.sender.log.find(stage.workspaceId, endpoint.id, v7())).rejects.toThrow(
      UnknownWebhookDeliveryError,
    );
  });

  it('receives nothing after it is removed', async () => {
    const receiver = await aReceiver(refusing);
    const { endpoint } = await anEndpoint(receiver.url);
    await entry('user.created');
    await turnsUntil('it was tried', () => receiver.received.length > 0);
    await stage.sender.endpoints.remove(stage.workspaceId, endpoint.id);
    await timePasses();
    await entry('user.created');
    await stage.sender.turn();
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a delivery', () => {
  it('is created even if another webhook fails', async () => {
    const broken = await anEndpoint('http://127.0.0.1:1/');
    const { endpoint } = await anEndpoint('http://127.0.0.1:1/');
    // A pattern that makes the statement fail.
    await run(`UPDATE webhook_endpoints SET types = '{\\\\}' WHERE workspace_id = $1 AND id = $2`, broken.endpoint.id);
    const ids = await entry('user.created', 3);
    await until('they are made', () =>
      stage.sender.fanOut.run().then(async () => (await deliveries(endpoint.id)).length === ids.length),
    );
    expect(await deliveries(broken.endpoint.id)).toEqual([]);
  });

  it('is created once by concurrent workers', async () => {
    const workers = await Promise.all(Array.from({ length: 4 }, async () => aSender(await db.another())));
    const { endpoint } = await anEndpoint('http://127.0.0.1:1/');
    const ids: string[] = [];
    const writing = (async () => {
      for (let turn = 0; turn < 60; turn++) ids.push(...(await entry('user.created', 20)));
    })();
    let isWritten = false;
    void writing.then(() => (isWritten = true));
    await Promise.all(
      workers.map(({ fanOut }) =>
        until('it is written', () => fanOut.run().then(() => isWritten), { every: 1, ms: 25_000 }),
      ),
    );
    const stored = await until('all are made', async () => {
      await Promise.all(workers.map(({ fanOut }) => fanOut.run()));
      const rows = await db.database.query<{ id: string }>('SELECT id FROM webhook_deliveries WHERE endpoint_id = $1', [endpoint.id]); // prettier-ignore
      return rows.length >= ids.length && rows.map(({ id }) => id);
    });
    expect([...stored].sort()).toEqual([...ids].sort());
  });

  it('is retried under the same id, and each call is recorded', async () => {
    let isUp = false;
    const receiver = await aReceiver((response) => response.writeHead(isUp ? 204 : 503).end(isUp ? '' : 'later'));
    const { endpoint } = await anEndpoint(receiver.url);
    const [id] = await entry('user.created');
    await turnsUntil('it was tried', () => receiver.received.length > 0);
    const attempts = () => stage.sender.log.attempts(stage.workspaceId, endpoint.id, id as string);
    const [first] = await attempts();
    const waiting = await stage.sender.log.find(stage.workspaceId, endpoint.id, id as string);
    expect(waiting).toMatchObject({ state: 'pending', attempts: 1, status: 503, error: 'It answered 503.' });
    expect(Number(waiting.due_at) - Number(first?.started_at)).toBeGreaterThan(2_000);
    expect((await stage.sender.endpoints.find(stage.workspaceId, endpoint.id)).failingSince).not.toBeNull();
    isUp = true;
    await timePasses();
    await stage.sender.turn();
    expect(idsOf(receiver)).toEqual([id, id]);
    expect(await stage.sender.log.find(stage.workspaceId, endpoint.id, id as string)).toMatchObject({
      state: 'delivered',
      due_at: null,
    });
    expect(await attempts()).toMatchObject([
      { number: 1, status: 503, response: 'later', error: 'It answered 503.' },
      { number: 2, status: 204, response: '', error: null },
    ]);
    expect((await stage.sender.endpoints.find(stage.workspaceId, endpoint.id)).failingSince).toBeNull();
  });

  it('of a worker that died is taken over, and its call is recorded', async () => {
    const receiver = await aReceiver();
    const { endpoint } = await anEndpoint(receiver.url);
    const [id] = await entry('user.created');
    await until('it is made', () =>
      stage.sender.fanOut.run().then(async () => (await deliveries(endpoint.id)).length > 0),
    );
    const dead = await db.another();
    await dead.query(
      `WITH claimed AS (UPDATE webhook_deliveries SET claim = claim + 1, attempts = 1, due_at = now() + interval '30 seconds' WHERE id = $1 RETURNING *)
       INSERT INTO webhook_attempts (workspace_id, endpoint_id, delivery_id, number) SELECT workspace_id, endpoint_id, id, 1 FROM claimed`,
      [id],
    );
    await stage.sender.turn();
    expect(receiver.received).toEqual([]);
    await timePasses();
    await stage.sender.turn();
    expect(idsOf(receiver)).toEqual([id]);
    const attempts = await stage.sender.log.attempts(stage.workspaceId, endpoint.id, id as string);
    expect(attempts.map(({ number, milliseconds }) => [number, milliseconds === null])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('fails after its last wait or three days', async () => {
    const receiver = await aReceiver(refusing);
    const { endpoint } = await anEndpoint(receiver.url);
    const ids = await entry('user.created', 2);
    await turnsUntil('both were tried', () => receiver.received.length >= 2);
    await run(`UPDATE webhook_deliveries SET tries = 14 WHERE workspace_id = $1 AND id = $2`, ids[0]);
    await run(`UPDATE webhook_deliveries SET asked_at = now() - interval '73 hours' WHERE workspace_id = $1 AND id = $2`, ids[1]); // prettier-ignore
    await timePasses();
    await stage.sender.turn();
    expect(await statesOf(endpoint.id)).toEqual(['failed', 'failed']);
  });

  it('to a hanging receiver delays no other', async () => {
    const hanging = await aReceiver(() => undefined);
    const quick = await aReceiver();
    await anEndpoint(hanging.url);
    await anEndpoint(quick.url);
    await entry('user.created', 50);
    await until('the quick one has everything', async () => {
      await stage.sender.fanOut.run();
      await stage.sender.pump.wake();
      return quick.received.length === 50 && hanging.received.length >= 10;
    });
    expect(hanging.received).toHaveLength(10);
    await hanging.close();
  });

  it('is served even if more receivers hang than there are slots', async () => {
    const slow = await aReceiver((response) => void setTimeout(() => response.writeHead(500).end(), 1_000).unref());
    const quick = await aReceiver();
    const { pump, endpoints } = stage.sender;
    Object.assign(pump.slots, { all: 3, turnMs: 500 });
    const others: number[] = [];
    for (let count = 0; count < 5; count++) {
      const theirs = await aWorkspace(db.database);
      others.push(theirs);
      await endpoints.create(theirs, { url: slow.url });
      await happen(db.database, theirs, 'user.created', 30);
    }
    const untouched = () =>
      db.database.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM webhook_deliveries WHERE attempts = 0 AND workspace_id = ANY ($1) GROUP BY endpoint_id',
        [others],
      );
    await until('all are made', async () => {
      await stage.sender.fanOut.run();
      return (await untouched()).filter(({ count }) => count === 30).length === 5;
    });
    await pump.wake();
    await anEndpoint(quick.url);
    await entry('user.created', 5);
    await until(
      'the quick one has everything',
      async () => {
        await stage.sender.fanOut.run();
        await pump.wake();
        return quick.received.length === 5;
      },
      { ms: 25_000 },
    );
    // No other endpoint had to finish its backlog first.
    expect(await untouched()).toHaveLength(5);
  });

  it('leaves slots to other workspaces', async () => {
    const hanging = await aReceiver(() => undefined);
    const quick = await aReceiver();
    for (let count = 0; count < 25; count++) await anEndpoint(hanging.url);
    await entry('user.created');
    const theirs = await aWorkspace(db.database);
    await stage.sender.endpoints.create(theirs, { url: quick.url });
    await happen(db.database, theirs, 'user.created');
    Object.assign(stage.sender.pump.slots, { all: 21 });
    await until('both are called', async () => {
      await stage.sender.fanOut.run();
      await stage.sender.pump.wake();
      return hanging.received.length >= 20 && quick.received.length === 1;
    });
    await stage.sender.pump.wake();
    expect(hanging.received).toHaveLength(20);
    await hanging.close();
  });

  it('in flight is awaited when no more can be claimed', async () => {
    let answer = () => {};
    const receiver = await aReceiver((response, { id }) => {
      if (id === first) response.end();
      else answer = () => response.end();
    });
    const { endpoint } = await anEndpoint(receiver.url);
    const ids = await entry('user.created', 2);
    const first = ids[0];
    await until('they are made', () =>
      stage.sender.fanOut.run().then(async () => (await deliveries(endpoint.id)).length === 2),
    );
    const { claim } = WebhookDeliveries.prototype;
    const claims = jest.spyOn(WebhookDeliveries.prototype, 'claim');
    claims.mockImplementationOnce(claim).mockRejectedValueOnce(new Error('the database is away'));
    let isIdle = false;
    await timePasses();
    await stage.sender.pump.wake();
    const idle = stage.sender.pump.idle().then(() => (isIdle = true));
    await until('the other claim failed', () => claims.mock.calls.length === 2 && receiver.received.length === 2);
    expect(await statesOf(endpoint.id)).toContain('pending');
    expect(isIdle).toBe(false);
    answer();
    await idle;
    claims.mockRestore();
    expect(await statesOf(endpoint.id)).toEqual(['delivered', 'delivered']);
  });

  it('expires with its entry', async () => {
    const receiver = await aReceiver(refusing);
    const { endpoint } = await anEndpoint(receiver.url);
    const [id] = await entry('user.created');
    await turnsUntil('it was tried', () => receiver.received.length > 0);
    await run('DELETE FROM feed_entries WHERE workspace_id = $1');
    await timePasses();
    await stage.sender.turn();
    expect(await stage.sender.log.find(stage.workspaceId, endpoint.id, id as string)).toMatchObject({
      state: 'failed',
      error: 'The entry has been deleted.',
      at: null,
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('is listed newest first, by state, in pages', async () => {
    const receiver = await aReceiver((response, { body }) =>
      response.writeHead(body.includes('"n":2') ? 410 : 200).end(),
    );
    const { endpoint } = await anEndpoint(receiver.url);
    const made = [...(await entry('user.created')), ...(await entry('user.created')), ...(await entry('user.created'))];
    // In order of time, unless the server's clock stepped back by some milliseconds.
    const ids = made.sort();
    await turnsUntil('all came', () => receiver.received.length >= 3);
    const first = await stage.sender.log.page(stage.workspaceId, endpoint.id, { limit: 2 });
    const second = await stage.sender.log.page(stage.workspaceId, endpoint.id, {
      limit: 2,
      after: first.next ?? undefined,
    });
    const back = await stage.sender.log.page(stage.workspaceId, endpoint.id, {
      limit: 2,
      before: second.previous ?? undefined,
    });
    expect([first, second, back].map(({ rows }) => rows.map(({ id }) => ids.indexOf(id)))).toEqual([
      [2, 1],
      [0],
      [2, 1],
    ]);
    expect((await stage.sender.log.page(stage.workspaceId, endpoint.id, { limit: 9 }, 'failed')).rows).toEqual([]);
    expect((await stage.sender.log.page(stage.workspaceId, endpoint.id, { limit: 9 }, 'delivered')).rows).toHaveLength(
      3,
    );
  });
});

describe('a webhook that fails', () => {
  it('is disabled at once by 410, and the feed has an entry', async () => {
    const receiver = await aReceiver((response) => response.writeHead(410).end());
    const watcher = await aReceiver();
    await anEndpoint(watcher.url, ['webhook.disabled']);
    const { endpoint } = await anEndpoint(receiver.url, ['user.*']);
    await entry('user.created');
    await turnsUntil('the other one is told', () => watcher.received.length > 0);
    expect(await statesOf(endpoint.id)).toEqual(['failed']);
    expect(await stage.sender.endpoints.find(stage.workspaceId, endpoint.id)).toMatchObject({
      disabledReason: 'gone',
      disabledAt: expect.any(Date),
    });
    expect(JSON.parse(watcher.received[0]?.body ?? '')).toMatchObject({
      type: 'webhook.disabled',
      data: { webhook_id: endpoint.id, url: receiver.url, reason: 'gone' },
    });
    await entry('user.created');
    await stage.sender.turn();
    expect(receiver.received).toHaveLength(1);
  });

  it('is disabled after three days without a success', async () => {
    const receiver = await aReceiver(refusing);
    const { endpoint } = await anEndpoint(receiver.url);
    await entry('user.created');
    await turnsUntil('it was tried', () => receiver.received.length > 0);
    expect((await stage.sender.endpoints.find(stage.workspaceId, endpoint.id)).disabledAt).toBeNull();
    await run(`UPDATE webhook_endpoints SET failing_since = now() - interval '73 hours' WHERE workspace_id = $1`);
    await timePasses();
    await stage.sender.turn();
    expect(await stage.sender.endpoints.find(stage.workspaceId, endpoint.id)).toMatchObject({
      disabledReason: 'failing',
    });
  });

  it('continues from its re-enabling on, and the gap can be replayed', async () => {
    const receiver = await aReceiver();
    const { endpoint } = await anEndpoint(receiver.url, ['user.*']);
    await stage.sender.endpoints.update(stage.workspaceId, endpoint.id, { enabled: false });
    // A second earlier, because the server's clock can step back by some milliseconds.
    const from = new Date(Date.now() - 1_000);
    const missed = await entry('user.created', 3);
    const back = await stage.sender.endpoints.update(stage.workspaceId, endpoint.id, { enabled: true });
    expect([back.disabledAt, back.disabledReason, back.failingSince]).toEqual([null, null, null]);
    const after = await entry('user.created');
    await turnsUntil('the new one came', () => receiver.received.length > 0);
    expect(idsOf(receiver)).toEqual(after);
    await until(
      'they can be replayed',
      async () => (await stage.sender.log.replayBetween(stage.workspaceId, endpoint.id, from, new Date())) === 4,
    );
    await turnsUntil('they came', () => new Set(idsOf(receiver)).size === 4);
    expect(new Set(idsOf(receiver))).toEqual(new Set([...missed, ...after]));
  });
});
