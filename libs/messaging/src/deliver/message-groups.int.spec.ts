import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import type { Outcome } from '@dundun/providers';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { randomFrom, repetitions, SEED } from '@dundun/testing/repetitions';
import { v7 } from 'uuid';
import { MessageGroups } from '../message/message-groups.repository.js';
import type { ClaimedMessage, NewMessage } from '../message/message.js';
import { MessageRepository } from '../message/message.repository.js';
import { aMessage, queued, rowOf } from '../testing.js';
import { Attempts } from './attempts.repository.js';
import { LaneClaims } from './lane-claims.repository.js';
import type { Route } from './route.js';
import { aHandOver, FREE_TRAFFIC } from './testing-providers.js';
import { FRESH_MS } from './wanted-check.js';

const RACES = repetitions(100, 2_000);
const SPREAD_MS = 3;
const ACCEPTED: Outcome = { kind: 'accepted', providerId: null, detail: 'ok' };
const NOT_SENT: Outcome = { kind: 'not_sent', fault: 'passing', detail: 'stopped' };

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a group of messages', () => {
  const db = useDatabase(accountsEntities);
  let groups: MessageGroups;
  let [workspace, group] = [0, ''];

  beforeEach(async () => {
    groups = new MessageGroups(db.database);
    workspace = await aWorkspace(db.database);
    group = await aGroup();
  });

  const aGroup = async () => {
    const id = v7();
    await groups.open(workspace, id);
    return id;
  };
  const mails = (count: number, over: Partial<NewMessage> = {}) =>
    queued(
      db.database,
      ...Array.from({ length: count }, () => aMessage(workspace, { lane: 'bulk', group_id: group, ...over })),
    );
  const claim = () => new LaneClaims(db.database).claim('email', 'bulk', workspace, 1_000);
  const statusesOf = async (all: NewMessage[]) =>
    (await Promise.all(all.map((message) => rowOf(db.database, message)))).map(({ status }) => status);
  const attemptsOf = async ({ id }: { id: string }, database = db.database) =>
    (await database.query('SELECT FROM attempts WHERE message_id = $1', [id])).length;

  /** Hands over what is due. @param wait what the provider does before it asks whether the mail is still wanted */
  const deliver = async (claimed: ClaimedMessage[], wait: () => Promise<unknown> = () => Promise.resolve()) => {
    const sent: string[] = [];
    const route: Route = {
      provider: 'smtp',
      integrationId: null,
      onUnknown: 'retry',
      captures: false,
      maxRecipients: 10,
      rateLimit: null,
      health: 'fine',
      send: async ({ id }, _, __, isWanted) => {
        await wait();
        if (!(await isWanted?.())) return NOT_SENT;
        sent.push(id);
        return ACCEPTED;
      },
    };
    const handOver = aHandOver(db.database, { routes: { of: () => Promise.resolve([route]) }, traffic: FREE_TRAFFIC });
    await Promise.all(claimed.map((message) => handOver.deliver(message)));
    return sent;
  };

  it('is kept back while it is paused, once for each message, and sent after a resume', async () => {
    const [mine, others] = [await mails(3), await mails(2, { group_id: null })];
    expect(await groups.pause(workspace, group)).toBe(true);
    expect((await deliver(await claim())).sort()).toEqual(others.map(({ id }) => id).sort());
    expect(await claim()).toEqual([]);
    const shown = await new MessageRepository(db.database).find(workspace, mine[0]!.id);
    expect(shown).toMatchObject({ status: 'queued', reason: 'its group is paused', due_at: null, attempts: 0 });
    expect(await groups.resume(workspace, group)).toBe(true);
    expect((await deliver(await claim())).sort()).toEqual(mine.map(({ id }) => id).sort());
    expect(await statusesOf(mine)).toEqual(['sent', 'sent', 'sent']);
  });

  it('is canceled when it is stopped: what was kept back, what waits, and what a worker holds', async () => {
    const kept = await mails(2);
    await groups.pause(workspace, group);
    await deliver(await claim());
    const waiting = await mails(2);
    const held = await claim();
    expect(await groups.stop(workspace, group)).toBe(true);
    expect(await deliver(held)).toEqual([]);
    expect(await deliver(await claim())).toEqual([]);
    expect(await statusesOf([...kept, ...waiting])).toEqual(Array(4).fill('canceled'));
    expect(await rowOf(db.database, kept[0]!)).toMatchObject({ reason: 'its group was stopped', due_at: null });
    expect(await attemptsOf(kept[0]!)).toBe(0);
  });

  it('changes only from a state that allows it, and is made once', async () => {
    expect(await groups.resume(workspace, group)).toBe(false);
    expect(await groups.pause(workspace, v7())).toBe(false);
    await groups.pause(workspace, group);
    expect(await groups.pause(workspace, group)).toBe(false);
    await groups.open(workspace, group);
    expect(await groups.stateOf(workspace, group)).toBe('paused');
    await groups.stop(workspace, group);
    expect(await groups.stop(workspace, group)).toBe(false);
    expect(await groups.resume(workspace, group)).toBe(false);
    expect(await groups.stateOf(workspace, group)).toBe('stopped');
    expect(await groups.stateOf(workspace, v7())).toBeUndefined();
    expect(await groups.pause(await aWorkspace(db.database), group)).toBe(false);
  });

  it('hands over nothing more once a look at it is too old, although the attempt has started', async () => {
    const [mail] = await mails(1);
    const pauseInQueue = async () => {
      await groups.pause(workspace, group);
      await after(FRESH_MS);
    };
    expect(await deliver(await claim(), pauseInQueue)).toEqual([]);
    expect(await rowOf(db.database, mail!)).toMatchObject({ status: 'queued', attempts: 1 });
    await groups.resume(workspace, group);
    expect(await deliver(await claim())).toEqual([mail!.id]);
    expect(await statusesOf([mail!])).toEqual(['sent']);
  });

  it(`starts no attempt after a pause has committed, in ${RACES} races`, async () => {
    const [reader, random] = [await db.another(), randomFrom(SEED)];
    const attempts = new Attempts(db.database);
    /** @returns how many attempts there were when the pause was made */
    const pause = (id: string, message: ClaimedMessage, hold: number) =>
      reader.transaction(async () => {
        expect(await new MessageGroups(reader).pause(workspace, id)).toBe(true);
        await after(hold);
        return attemptsOf(message, reader);
      });
    for (let race = 0; race < RACES; race++) {
      group = await aGroup();
      await mails(1);
      const [message] = await claim();
      const [start, end, hold] = [random() * SPREAD_MS, random() * SPREAD_MS, random() * SPREAD_MS];
      const [started, known] = await Promise.all([
        after(start).then(() => attempts.start(message!, 'smtp', null)),
        after(end).then(() => pause(group, message!, hold)),
      ]);
      expect(started.kind).toBe(known === 1 ? 'started' : 'paused');
      expect(await attemptsOf(message!)).toBe(known);
    }
  });

  it(`leaves no message behind when a resume meets a start, in ${RACES} races`, async () => {
    const random = randomFrom(SEED);
    const attempts = new Attempts(db.database);
    for (let race = 0; race < RACES; race++) {
      group = await aGroup();
      await mails(1);
      await groups.pause(workspace, group);
      const [message] = await claim();
      const [start, end] = [random() * SPREAD_MS, random() * SPREAD_MS];
      const [started] = await Promise.all([
        after(start).then(() => attempts.start(message!, 'smtp', null)),
        after(end).then(() => groups.resume(workspace, group)),
      ]);
      expect(await attemptsOf(message!)).toBe(started.kind === 'started' ? 1 : 0);
      const [row] = await db.database.query<{ is_parked: boolean }>(
        `SELECT due_at = 'infinity' AS is_parked FROM messages WHERE id = $1`,
        [message!.id],
      );
      expect(row?.is_parked).toBe(false);
    }
  });
});
