import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { InvalidInputError, SecretNeededError } from '@dundun/domain';
import { useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { actionsOn } from '../testing-actions.js';
import { anOrigin, aProcess, aStage, callerOf, faultsOf, standings, entities, type Stage } from '../testing.js';

const db = useDatabase(entities);
let process: INestApplicationContext;
let stage: Stage;
const { join, put, personOf, peopleCount, keys } = actionsOn(() => stage);

beforeAll(async () => {
  process = await aProcess(db.config);
});
afterAll(() => process.close());
beforeEach(async () => {
  stage = await aStage(process);
});

describe('a join', () => {
  it('creates a person with a generated uid when no one matches', async () => {
    const created_at = new Date('2020-02-29T00:00:00Z');
    const { uid, notices } = await join(stage.plain, {
      email: 'Ada@Example.com',
      number: '2348012345678',
      first_name: 'Ada',
      meta: { plan: 'pro', gone: null },
      created_at,
    });
    expect(notices).toEqual([]);
    expect(await personOf(uid)).toMatchObject({
      uidUpdateable: true,
      firstName: 'Ada',
      lastName: null,
      email: 'Ada@Example.com',
      number: '2348012345678',
      meta: { plan: 'pro' },
      createdAt: created_at,
    });
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'subscribed' });
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('finds the person by email in any case, replaces given fields, clears null ones and merges meta', async () => {
    const first = await join(stage.plain, {
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'L',
      meta: { a: 1, b: 2 },
    });
    const second = await join(stage.optin, {
      email: 'ADA@example.COM',
      first_name: 'Augusta',
      last_name: null,
      meta: { b: null, c: true },
    });
    expect(second).toMatchObject({ uid: first.uid, subscribed: false, notices: [] });
    const person = await personOf(first.uid);
    expect(person).toMatchObject({
      firstName: 'Augusta',
      lastName: null,
      email: 'ADA@example.COM',
      meta: { a: 1, c: true },
    });
    expect(await peopleCount()).toBe(1);
  });

  it('finds the person by number when no one has the email, and adds the email', async () => {
    const { uid } = await join(stage.plain, { number: '2348012345678' });
    expect((await join(stage.plain, { email: 'ada@example.com', number: '2348012345678' })).uid).toBe(uid);
    expect((await join(stage.plain, { email: 'ada@example.com' })).uid).toBe(uid);
    expect(await personOf(uid)).toMatchObject({ email: 'ada@example.com', number: '2348012345678' });
  });

  it('finds the person by email when another has the number, who keeps it', async () => {
    const ada = await join(stage.plain, { email: 'ada@example.com', number: '2340000001' });
    const bob = await join(stage.plain, { number: '2340000002' });
    const both = await join(stage.plain, { email: 'ada@example.com', number: '2340000002', first_name: 'Ada' });
    expect(both).toMatchObject({ uid: ada.uid, subscribed: true, notices: [expect.stringContaining('number')] });
    expect(await personOf(ada.uid)).toMatchObject({ number: '2340000001', firstName: 'Ada' });
    expect(await personOf(bob.uid)).toMatchObject({ number: '2340000002' });
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('frees an address for another person once its holder releases it', async () => {
    const { uid } = await join(stage.plain, { email: 'old@example.com', number: '2340000001' });
    await join(stage.plain, { email: 'new@example.com', number: '2340000001' });
    await join(stage.plain, { email: 'new@example.com', number: null });
    expect(await keys()).toEqual([{ kind: 'email', value: 'new@example.com' }]);
    const other = await join(stage.plain, { email: 'old@example.com', number: '2340000001' });
    expect(other.uid).not.toBe(uid);
    expect(await personOf(uid)).toMatchObject({ email: 'new@example.com', number: null });
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('ignores a key row whose person has released the key', async () => {
    const { uid } = await join(stage.plain, { email: 'ada@example.com' });
    const { id } = await personOf(uid);
    const stale = `INSERT INTO person_keys VALUES ($1, 'number', '2340000009', $2), ($1, 'email', 'gone@example.com', $3)`;
    await stage.database.execute(stale, [stage.workspaceId, id, v7()]);
    const other = await join(stage.plain, { email: 'gone@example.com', number: '2340000009' });
    expect(other.uid).not.toBe(uid);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('never finds a person of another workspace', async () => {
    const { uid } = await join(stage.plain, { email: 'ada@example.com' });
    const other = await aStage(process);
    const theirs = await other.memberships.join(
      callerOf(other.workspaceId),
      other.plain.id,
      { email: 'ada@example.com' },
      anOrigin,
    );
    expect(theirs).not.toMatchObject({ uid });
  });

  it('refuses too many attributes and stores nothing', async () => {
    const many = (start: number) =>
      Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`name${start + index}`, index]));
    const { uid } = await join(stage.plain, { email: 'ada@example.com', meta: many(0) });
    const before = await keys();
    await expect(
      join(stage.plain, { email: 'ada@example.com', number: '2340000001', meta: many(200) }),
    ).rejects.toThrow(InvalidInputError);
    expect(await keys()).toEqual(before);
    expect(Object.keys((await personOf(uid)).meta)).toHaveLength(200);
  });
});

describe('a join with the key alone', () => {
  it('is refused with an email', async () => {
    const refused = join(stage.plain, { email: 'ada@example.com' }, 'key');
    await expect(refused).rejects.toThrow(SecretNeededError);
    await expect(refused).rejects.toThrow(/email field/);
  });

  it('fills unset fields and overwrites nothing', async () => {
    const created_at = new Date('2020-01-01T00:00:00Z');
    const { uid } = await join(stage.plain, {
      email: 'ada@example.com',
      number: '2340000001',
      last_name: 'L',
      meta: { a: 1 },
      created_at,
    });
    const again = await join(
      stage.plain,
      {
        email: null,
        number: '2340000001',
        first_name: 'Eve',
        last_name: 'Eve',
        meta: { a: 2, b: 3, c: null },
        created_at: new Date(),
      },
      'key',
    );
    expect(again).toMatchObject({ uid, subscribed: true, notices: [] });
    expect(await personOf(uid)).toMatchObject({
      firstName: 'Eve',
      lastName: 'L',
      email: 'ada@example.com',
      meta: { a: 1, b: 3 },
      createdAt: created_at,
    });
  });

  it('never resubscribes a person who left', async () => {
    const { uid } = await join(stage.plain, { number: '2340000001' }, 'key');
    await put(stage.plain, uid, false);
    expect(await join(stage.plain, { number: '2340000001' }, 'key')).toMatchObject({ uid, subscribed: false });
    expect(await standings(stage, stage.plain)).toEqual({ [uid]: 'unsubscribed' });
    expect(await faultsOf(stage)).toEqual([]);
  });
});
