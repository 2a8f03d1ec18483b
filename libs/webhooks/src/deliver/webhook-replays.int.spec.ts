/**
 * @slow replays 5,000 deliveries
 */
import { describe, expect, it } from '@jest/globals';
import { InvalidInputError, UnknownWebhookDeliveryError } from '@dundun/domain';
import { until } from '@dundun/testing';
import { v7 } from 'uuid';
import { idsOf, useStage } from '../testing-stage.js';

const stage = useStage();
const { run, deliveries, statesOf, aReceiver, anEndpoint, entry, timePasses, turnsUntil } = stage;

const PATIENTLY = { ms: 25_000 };
const counted = async (condition: string) => {
  const sql = `SELECT count(*)::int AS count FROM webhook_deliveries WHERE workspace_id = $1 AND ${condition}`;
  const [row] = await stage.db.database.query<{ count: number }>(sql, [stage.workspaceId]);
  return row?.count;
};

describe('a replay', () => {
  it('of one delivery sends it again under its id', async () => {
    const receiver = await aReceiver();
    const { endpoint } = await anEndpoint(receiver.url);
    const [id] = await entry('user.created');
    await turnsUntil('it came', () => receiver.received.length > 0);
    await stage.sender.log.replay(stage.workspaceId, endpoint.id, id as string);
    await timePasses();
    await stage.sender.turn();
    expect(idsOf(receiver)).toEqual([id, id]);
    expect(await stage.sender.log.attempts(stage.workspaceId, endpoint.id, id as string)).toHaveLength(2);
    await expect(stage.sender.log.replay(stage.workspaceId, endpoint.id, v7())).rejects.toThrow(
      UnknownWebhookDeliveryError,
    );
  });

  it('of failures sends only failed deliveries', async () => {
    let isUp = false;
    const receiver = await aReceiver((response, { body }) =>
      response.writeHead(isUp || body.includes('list.') ? 200 : 500).end(),
    );
    const { endpoint } = await anEndpoint(receiver.url);
    const failed = await entry('user.created', 3);
    await entry('list.created');
    await turnsUntil('all were tried', () => receiver.received.length >= 4);
    await run(
      `UPDATE webhook_deliveries SET state = 'failed', due_at = NULL WHERE workspace_id = $1 AND state = 'pending'`,
    );
    isUp = true;
    receiver.received.length = 0;
    expect(await stage.sender.log.countFailed(stage.workspaceId, endpoint.id)).toBe(3);
    expect(await stage.sender.log.replayFailed(stage.workspaceId, endpoint.id)).toBe(3);
    expect(await stage.sender.log.replayFailed(stage.workspaceId, endpoint.id)).toBe(0);
    await timePasses();
    await stage.sender.turn();
    expect(idsOf(receiver).sort()).toEqual([...failed].sort());
    expect(await statesOf(endpoint.id)).toEqual(['delivered', 'delivered', 'delivered', 'delivered']);
  });

  it('of a time range sends the entries of the current types, sent before or not', async () => {
    const receiver = await aReceiver();
    const { endpoint } = await anEndpoint(receiver.url, ['user.created']);
    const at = (ids: string[], hoursAgo: number) =>
      run(`UPDATE feed_entries SET created_at = now() - $2 * interval '1 hour' WHERE workspace_id = $1 AND id = ANY ($3)`, hoursAgo, ids); // prettier-ignore
    const older = await entry('user.created');
    const sent = await entry('user.created');
    const other = await entry('list.created');
    const newer = await entry('user.created');
    await turnsUntil('all came', () => receiver.received.length >= 3);
    await at(older, 5);
    await at([...sent, ...other], 3);
    await at(newer, 1);
    await stage.sender.endpoints.update(stage.workspaceId, endpoint.id, { types: ['*'] });
    receiver.received.length = 0;
    const [from, to] = [4, 2].map((hours) => new Date(Date.now() - hours * 3_600_000)) as [Date, Date];
    expect(await stage.sender.log.countBetween(stage.workspaceId, endpoint.id, from, to)).toBe(2);
    expect(await stage.sender.log.replayBetween(stage.workspaceId, endpoint.id, from, to)).toBe(2);
    await timePasses();
    await stage.sender.turn();
    expect(idsOf(receiver).sort()).toEqual([...sent, ...other].sort());
  });

  it.each([{ replayed: 11 }, { scanned: 11 }])('over the limit is refused and changes nothing: %j', async (most) => {
    const { endpoint } = await anEndpoint('http://127.0.0.1:1/', ['list.created']);
    Object.assign(stage.sender.log.most, most);
    await entry('user.created', 12);
    await stage.sender.endpoints.update(stage.workspaceId, endpoint.id, { types: ['*'] });
    const all = () => stage.sender.log.replayBetween(stage.workspaceId, endpoint.id, new Date(0), new Date());
    await until('it is refused', () => all().then(() => false, (error: unknown) => error instanceof InvalidInputError)); // prettier-ignore
    expect(await deliveries(endpoint.id)).toEqual([]);
  });

  it.each(['a time', 'failures'])(
    'of %s commits each piece separately and holds back no feed',
    async (what) => {
      const { endpoint } = await anEndpoint('http://127.0.0.1:1/');
      const ids = await entry('user.created', 5_010);
      await until(
        'all are made',
        () => stage.sender.fanOut.run().then(async () => (await counted(`state = 'pending'`)) === ids.length),
        PATIENTLY,
      );
      await run(`UPDATE webhook_deliveries SET state = 'failed', due_at = NULL WHERE workspace_id = $1`);
      const other = await stage.db.another();
      let letGo = () => {};
      const held = new Promise<void>((resolve) => (letGo = resolve));
      const holding = other.transaction(async () => {
        await other.execute('SELECT FROM webhook_deliveries WHERE id = $1 FOR UPDATE', [ids.at(-1)]);
        await held;
      });
      const { log } = stage.sender;
      const replaying =
        what === 'failures'
          ? log.replayFailed(stage.workspaceId, endpoint.id)
          : log.replayBetween(stage.workspaceId, endpoint.id, new Date(0), new Date());
      const isPartThere = async () => (await counted(`state = 'pending'`)) === 5_000;
      await until('a piece is there while the next waits', isPartThere, PATIENTLY);
      letGo();
      await holding;
      expect(await replaying).toBe(5_010);
      expect(await counted(`state = 'pending'`)).toBe(5_010);
    },
    60_000,
  );
});

it('delivers every entry to a receiver that was down for a while', async () => {
  const receiver = await aReceiver();
  const { endpoint } = await anEndpoint(receiver.url);
  const ids = await entry('user.created', 50);
  await turnsUntil('they came', () => receiver.received.length >= 50);
  receiver.goDown();
  for (let second = 0; second < 6; second++) {
    ids.push(...(await entry('user.created', 50)));
    await stage.sender.fanOut.run();
    await stage.sender.pump.wake();
  }
  const areMade = async () => {
    await stage.sender.fanOut.run();
    return (await deliveries(endpoint.id)).length === ids.length;
  };
  await until('all are made', areMade, PATIENTLY);
  await stage.sender.pump.idle();
  expect(receiver.received).toHaveLength(50);
  receiver.comeBack();
  await run(`UPDATE webhook_deliveries SET state = 'failed', due_at = NULL WHERE workspace_id = $1 AND id = ANY ($2) AND state = 'pending'`, ids.slice(0, 100)); // prettier-ignore
  await stage.sender.log.replayFailed(stage.workspaceId, endpoint.id);
  await turnsUntil('everything came', async () => {
    await timePasses();
    return receiver.received.length >= 350;
  });
  const seen = idsOf(receiver);
  expect(seen).toHaveLength(new Set(seen).size);
  expect([...seen].sort()).toEqual([...ids].sort());
  expect(new Set(await statesOf(endpoint.id))).toEqual(new Set(['delivered']));
});
