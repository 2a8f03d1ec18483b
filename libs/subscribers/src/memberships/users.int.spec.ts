import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import {
  AccountHasMembersError,
  InvalidInputError,
  ListArchivedError,
  OptinNeedsEmailError,
  UnknownAccountError,
  UnknownListError,
  UnknownPersonError,
} from '@dundun/domain';
import { useDatabase } from '@dundun/testing';
import { AttributeNames, People } from '@dundun/people';
import { actionsOn } from '../testing-actions.js';
import {
  aProcess,
  aStage,
  confirmationMails,
  entities,
  faultsOf,
  standings,
  subscriberCount,
  type Stage,
} from '../testing.js';

const db = useDatabase(entities);
let process: INestApplicationContext;
let stage: Stage;
const { write, join, put, erase, personOf, peopleCount } = actionsOn(() => stage);
const EMAIL = 'ada@example.com';
const NUMBER = '2340000001';

beforeAll(async () => {
  process = await aProcess(db.config);
});
afterAll(() => process.close());
beforeEach(async () => {
  stage = await aStage(process);
});

const consents = () =>
  stage.database.query<{ action: string; method: string }>(
    'SELECT action, method FROM consents WHERE workspace_id = $1 ORDER BY id',
    [stage.workspaceId],
  );
const members = () =>
  stage.database.query(
    `SELECT account.uid AS account, p.uid, a.role FROM account_members a
     JOIN people account ON account.workspace_id = $1 AND account.id = a.account_id
     JOIN people p ON p.workspace_id = $1 AND p.id = a.person_id
     WHERE a.workspace_id = $1 ORDER BY 1, 2`,
    [stage.workspaceId],
  );

describe('a user call about tracking', () => {
  const isRefused = async (uid: string) => {
    const [row] = await stage.database.query<{ is_refused: boolean }>(
      'SELECT tracking_refused_at IS NOT NULL AS is_refused FROM people WHERE workspace_id = $1 AND uid = $2',
      [stage.workspaceId, uid],
    );
    return row?.is_refused;
  };

  it('stores the refusal of new and known people, and each change is an entry of the ledger', async () => {
    await write('u-1', { email: EMAIL, trackingRefused: true });
    await write('u-1', { trackingRefused: true, firstName: 'Ada' });
    expect(await isRefused('u-1')).toBe(true);
    await write('u-1', { trackingRefused: false });
    await write('u-1', { lastName: 'L' });
    expect(await isRefused('u-1')).toBe(false);
    expect((await consents()).map(({ action }) => action)).toEqual(['tracking_refused', 'tracking_allowed']);
    await write('u-2', { trackingRefused: false });
    expect(await consents()).toHaveLength(2);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('with the key alone decides nothing', async () => {
    await expect(write('u-1', { email: EMAIL, trackingRefused: true }, { level: 'key' })).resolves.toBeDefined();
    expect(await isRefused('u-1')).toBe(false);
    expect(await consents()).toEqual([]);
  });
});

describe('a user created by a join', () => {
  it('takes the uid of the call that names the email, keeps the memberships, and is found by both uids', async () => {
    const { uid: made } = await join(stage.plain, { email: EMAIL, first_name: 'Ada' });
    const before = await personOf(made);
    const written = await write('u-1', { email: 'ADA@example.com', lastName: 'L' });
    expect(written).toMatchObject({ personId: before.id, uid: 'u-1', isNew: false, isNamed: true, notices: [] });
    expect(await personOf('u-1')).toMatchObject({
      id: before.id,
      uidUpdateable: false,
      firstName: 'Ada',
      lastName: 'L',
    });
    expect(await standings(stage, stage.plain)).toEqual({ 'u-1': 'subscribed' });
    expect(await personOf(made)).toMatchObject({ uid: 'u-1' });
    const people = new People(stage.database);
    const ids = await people.ensureUids([{ workspaceId: stage.workspaceId, uid: made }]);
    expect([...ids.values()]).toEqual([before.id]);
    // An opt-out that names the old uid works as well.
    expect(await put(stage.plain, made, false)).toBe(false);
    expect(await standings(stage, stage.plain)).toEqual({ 'u-1': 'unsubscribed' });
    expect(await write(made, { firstName: 'Augusta' })).toMatchObject({ uid: 'u-1', isNew: false });
    expect(await peopleCount()).toBe(1);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('keeps its uid when the uid of the call exists already: both have the email', async () => {
    await write('u-1', {});
    const { uid: made } = await join(stage.plain, { email: EMAIL });
    const { notices } = await write('u-1', { email: EMAIL });
    expect(notices).toEqual([expect.stringContaining(`email belongs to user ${made} as well`)]);
    expect([(await personOf('u-1')).email, (await personOf(made)).email]).toEqual([EMAIL, EMAIL]);
    // The older person is found.
    expect(await join(stage.plain, { email: EMAIL })).toMatchObject({ uid: 'u-1' });
    expect(await faultsOf(stage)).toEqual([]);
  });
});

describe('an email shared by two users', () => {
  beforeEach(async () => {
    for (const uid of ['u-1', 'u-2', 'u-3']) await write(uid, { email: EMAIL });
  });
  const found = async () => (await write(null, { email: EMAIL })).uid;

  it('finds the oldest, and the next one when the oldest releases it', async () => {
    expect(await found()).toBe('u-1');
    await write('u-1', { email: 'other@example.com' });
    expect(await found()).toBe('u-2');
    expect(await new People(stage.database).uidOf(stage.workspaceId, EMAIL)).toBe('u-2');
    await write('u-1', { email: EMAIL });
    expect(await found()).toBe('u-1');
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('finds the next one when the oldest is erased, and none when all are', async () => {
    await erase('u-1');
    expect(await found()).toBe('u-2');
    await erase('u-3');
    expect(await found()).toBe('u-2');
    await write('u-2', { email: null });
    expect(await new People(stage.database).uidOf(stage.workspaceId, EMAIL)).toBeNull();
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('passes to the person into whom the oldest is merged', async () => {
    const { database, keys, workspaceId } = stage;
    const [gone, heir] = [await personOf('u-1'), await write('u-9', { number: NUMBER })];
    await database.transaction(async () => {
      await database.execute('DELETE FROM people WHERE workspace_id = $1 AND id = $2', [workspaceId, gone.id]);
      const take = 'UPDATE people SET email = $3 WHERE workspace_id = $1 AND id = $2';
      await database.execute(take, [workspaceId, heir.personId, EMAIL]);
      await keys.release(workspaceId, gone.id, await personOf('u-9'));
    });
    expect(await found()).toBe('u-2');
    expect(await faultsOf(stage)).toEqual([]);
  });
});

describe('a call with the key alone', () => {
  const byKey = { level: 'key' as const };

  it('answers and acts the same whether or not another person has the email', async () => {
    await write('u-1', { email: EMAIL, number: NUMBER });
    const taken = await write('u-2', { email: EMAIL, number: NUMBER }, byKey);
    const free = await write('u-3', { email: 'free@example.com', number: '2340000009' }, byKey);
    expect([taken, free]).toMatchObject([
      { uid: 'u-2', isNew: true, notices: [] },
      { uid: 'u-3', isNew: true, notices: [] },
    ]);
    expect(await personOf('u-2')).toMatchObject({ email: null, number: null });
    expect(await personOf('u-3')).toMatchObject({ email: 'free@example.com', number: '2340000009' });
  });

  it('never takes over a person created by a join', async () => {
    const { uid } = await join(stage.plain, { email: EMAIL });
    await write('u-1', { email: EMAIL }, byKey);
    expect(await personOf('u-1')).toMatchObject({ email: null });
    expect(await personOf(uid)).toMatchObject({ uid, uidUpdateable: true });
  });

  it('fills unset fields and changes no others', async () => {
    await write('u-1', { email: EMAIL, firstName: 'Ada', meta: { a: 1 }, tz: 'Africa/Lagos' });
    const said = {
      email: 'eve@example.com',
      firstName: null,
      lastName: 'L',
      meta: { a: null, b: 2 },
      tz: 'UTC',
      isAccount: true,
    };
    await write('u-1', said, byKey);
    expect(await personOf('u-1')).toMatchObject({
      email: EMAIL,
      firstName: 'Ada',
      lastName: 'L',
      meta: { a: 1, b: 2 },
      tz: 'Africa/Lagos',
      isAccount: false,
    });
  });

  it('sends a confirmation on a double opt-in list, and answers the same when no one can be asked', async () => {
    await write('u-1', { email: EMAIL });
    const joins = [stage.optin.id];
    await expect(write('u-2', {}, { ...byKey, joins })).rejects.toThrow(OptinNeedsEmailError);
    await write('u-2', { email: EMAIL }, { ...byKey, joins });
    await write('u-3', { email: 'free@example.com' }, { ...byKey, joins });
    expect(await standings(stage, stage.optin)).toEqual({ 'u-2': 'pending', 'u-3': 'pending' });
    expect(await subscriberCount(stage, stage.optin)).toBe(2);
    expect((await confirmationMails(stage)).map(({ to }) => to)).toEqual(['free@example.com']);
  });

  it('resubscribes no one who left', async () => {
    await write('u-1', { email: EMAIL }, { joins: [stage.plain.id] });
    await put(stage.plain, 'u-1', false);
    await write('u-1', { email: EMAIL }, { ...byKey, joins: [stage.plain.id] });
    expect(await standings(stage, stage.plain)).toEqual({ 'u-1': 'unsubscribed' });
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('adds devices up to the limit and removes none', async () => {
    for (const token of ['a', 'b', 'c', 'd', 'e', 'f']) await write('u-1', { device: { token } }, byKey);
    expect((await personOf('u-1')).devices.map(({ token }) => token)).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('leaves a device with its person, and a known platform unchanged', async () => {
    const phone = { token: 'phone', platform: 'android' };
    await write('u-1', { device: phone });
    await write('u-3', { email: EMAIL });
    const taken = await write('u-2', { device: { token: 'phone', platform: 'ios' } }, byKey);
    expect(taken).toMatchObject({ uid: 'u-2', isNew: true, notices: [] });
    await write(null, { email: EMAIL, device: phone }, byKey);
    await write('u-1', { device: { token: 'phone', platform: 'ios' } }, byKey);
    const devices = await Promise.all(['u-1', 'u-2', 'u-3'].map(async (uid) => (await personOf(uid)).devices));
    expect(devices).toEqual([[phone], [], []]);
    await write('u-2', { device: { token: 'web' } }, byKey);
    await write('u-2', { device: { token: 'web', platform: 'ios' } }, byKey);
    expect((await personOf('u-2')).devices).toEqual([{ token: 'web', platform: 'ios' }]);
    expect(await faultsOf(stage)).toEqual([]);
  });
});

describe('lists of a call with the secret', () => {
  it('are joined at once without a mail, and the ledger records that the caller vouched', async () => {
    await write('u-1', { email: EMAIL }, { joins: [stage.plain.id, stage.optin.id] });
    await write('u-2', {}, { joins: [stage.optin.id] });
    expect(await standings(stage, stage.optin)).toEqual({ 'u-1': 'subscribed', 'u-2': 'subscribed' });
    expect(await confirmationMails(stage)).toEqual([]);
    expect(await consents()).toEqual(Array(3).fill({ action: 'subscribed', method: 'api' }));
    expect(await subscriberCount(stage, stage.optin)).toBe(2);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('neither ask nor resubscribe a person who left a double opt-in list, with or without an address', async () => {
    await write('u-1', { email: EMAIL }, { joins: [stage.optin.id, stage.plain.id] });
    for (const list of [stage.optin, stage.plain]) await put(list, 'u-1', false);
    for (const email of [EMAIL, null]) {
      const { notices } = await write('u-1', { email }, { joins: [stage.optin.id, stage.plain.id] });
      expect(notices).toEqual([expect.stringMatching(`POST /v1/lists/.*/subscribers.*${stage.optin.id}`)]);
    }
    expect(await standings(stage, stage.optin)).toEqual({ 'u-1': 'unsubscribed' });
    expect(await standings(stage, stage.plain)).toEqual({ 'u-1': 'subscribed' });
    expect(await confirmationMails(stage)).toEqual([]);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('refuse the whole call when one of them cannot be joined', async () => {
    await stage.lists.archive(stage.workspaceId, stage.optin.id);
    const said = { email: EMAIL, meta: { a: 1 } };
    const joins = [stage.plain.id, stage.optin.id];
    await expect(write('u-1', said, { joins, accounts: [{ uid: 'acme' }] })).rejects.toThrow(ListArchivedError);
    const unknown = [stage.plain.id, '01900000-0000-7000-8000-000000000000'];
    await expect(write('u-1', said, { joins: unknown })).rejects.toThrow(UnknownListError);
    await expect(write('u-1', said, { leaves: unknown })).rejects.toThrow(UnknownListError);
    expect(await peopleCount()).toBe(0);
    expect(await standings(stage, stage.plain)).toEqual({});
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('are left like by a removal', async () => {
    await write('u-1', {}, { joins: [stage.plain.id, stage.optin.id] });
    await write('u-1', {}, { leaves: [stage.plain.id], creates: false });
    expect([await standings(stage, stage.plain), await standings(stage, stage.optin)]).toEqual([
      {},
      { 'u-1': 'subscribed' },
    ]);
    expect(await subscriberCount(stage, stage.plain)).toBe(0);
  });
});

describe('accounts', () => {
  it('are created for an unknown id, and keep a role that is not given', async () => {
    await write('u-1', {}, { accounts: [{ uid: 'acme', role: 'owner' }, { uid: 'beta' }] });
    await write('u-1', {}, { accounts: [{ uid: 'acme' }, { uid: 'beta', role: 'guest' }] });
    expect(await members()).toEqual([
      { account: 'acme', uid: 'u-1', role: 'owner' },
      { account: 'beta', uid: 'u-1', role: 'guest' },
    ]);
    expect(await personOf('acme')).toMatchObject({ isAccount: true, uidUpdateable: false });
    await write('u-1', {}, { accounts: [{ uid: 'acme', role: null }], leavesAccounts: [] });
    await write('u-1', {}, { leavesAccounts: ['beta'] });
    expect(await members()).toEqual([{ account: 'acme', uid: 'u-1', role: null }]);
  });

  it('can be people who exist already, but never the user itself', async () => {
    await write('acme', { firstName: 'Acme' });
    await write('u-1', {}, { accounts: [{ uid: 'acme' }] });
    expect(await personOf('acme')).toMatchObject({ isAccount: true, firstName: 'Acme' });
    await expect(write('u-1', {}, { accounts: [{ uid: 'u-1' }] })).rejects.toThrow(InvalidInputError);
    await expect(write('u-7', {}, { accounts: [{ uid: 'u-7' }] })).rejects.toThrow(InvalidInputError);
    await expect(write('u-1', {}, { leavesAccounts: ['nobody'] })).rejects.toThrow(UnknownAccountError);
    await expect(write('nobody', {}, { creates: false })).rejects.toThrow(UnknownPersonError);
    expect(await peopleCount()).toBe(2);
  });
});

describe('an account with members', () => {
  const isAccount = false;

  it('stays an account', async () => {
    await write('u-1', {}, { accounts: [{ uid: 'acme' }] });
    await expect(write('acme', { isAccount, firstName: 'X' })).rejects.toThrow(AccountHasMembersError);
    expect(await personOf('acme')).toMatchObject({ isAccount: true, firstName: null });
    await write('u-1', {}, { leavesAccounts: ['acme'] });
    await write('acme', { isAccount });
    expect(await personOf('acme')).toMatchObject({ isAccount: false });
  });

  it('stays an account under concurrent calls', async () => {
    await write('acme', { isAccount: true });
    const names = Array.from({ length: 20 }, (_, turn) => `u-${turn}`);
    await Promise.allSettled(
      names.flatMap((uid) => [write(uid, {}, { accounts: [{ uid: 'acme' }] }), write('acme', { isAccount })]),
    );
    expect(await personOf('acme')).toMatchObject({ isAccount: true });
    expect(await members()).toHaveLength(20);
  });
});

describe('devices', () => {
  const tokens = async (uid: string) => (await personOf(uid)).devices;

  it('are the last five, newest first, and keep their platform', async () => {
    for (const token of ['a', 'b', 'c', 'd', 'e', 'f']) await write('u-1', { device: { token, platform: 'ios' } });
    await write('u-1', { device: { token: 'c' } });
    expect(await tokens('u-1')).toEqual(['c', 'f', 'e', 'd', 'b'].map((token) => ({ token, platform: 'ios' })));
    await write('u-1', {}, { dropsDevice: 'e' });
    expect((await tokens('u-1')).map(({ token }) => token)).toEqual(['c', 'f', 'd', 'b']);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('can have tokens as long as the contract allows, of any text', async () => {
    const token = Array.from({ length: 512 }, (_, index) =>
      String.fromCodePoint(0x1f300 + ((index * 7919) % 700)),
    ).join('');
    await write('u-1', { device: { token } });
    expect(await tokens('u-1')).toEqual([{ token, platform: null }]);
  });

  it('move to the person named with them last', async () => {
    await write('u-1', { device: { token: 'phone', platform: 'android' } });
    await write('u-2', { device: { token: 'phone', platform: 'android' } });
    expect([await tokens('u-1'), await tokens('u-2')]).toEqual([[], [{ token: 'phone', platform: 'android' }]]);
    expect(await faultsOf(stage)).toEqual([]);
  });
});

describe('attributes', () => {
  const known = async () =>
    (await process.get(AttributeNames).all(stage.workspaceId)).map(({ name, type }) => `${name} ${type}`);

  it('are registered with their types, whichever call writes them', async () => {
    await join(stage.plain, { email: EMAIL, meta: { plan: 'pro', seats: 3, gone: null } });
    await write('u-1', { meta: { vip: true } });
    await write('u-2', { meta: { vip: false } }, { level: 'key' });
    expect(await known()).toEqual(['plan string', 'seats number', 'vip boolean']);
    await write('u-1', { meta: { seats: 'many', plan: null } });
    await write('u-2', { meta: { seats: 5 } });
    expect(await known()).toEqual(['plan string', 'seats mixed', 'vip boolean']);
  });

  it('are known to other processes, and only after the commit', async () => {
    const { workspaceId, database } = stage;
    const names = new AttributeNames(database);
    const seen = [{ workspaceId, name: 'plan', type: 'string' }];
    const fault = new Error('rolled back');
    const register = () =>
      database.transaction(async () => {
        await names.register(seen);
        throw fault;
      });
    await expect(register()).rejects.toBe(fault);
    expect(await known()).toEqual([]);
    await names.register(seen);
    await new AttributeNames(database).register([{ workspaceId, name: 'plan', type: 'number' }]);
    expect(await known()).toEqual(['plan mixed']);
  });

  it('registers at most twenty new names of a call with the key alone, and stores all values', async () => {
    const meta = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`n${index}`, index]));
    await write('u-1', { meta }, { level: 'key' });
    expect(Object.keys((await personOf('u-1')).meta)).toHaveLength(30);
    expect(await known()).toHaveLength(20);
    await join(
      stage.plain,
      { number: NUMBER, meta: Object.fromEntries(Object.entries(meta).map(([n]) => [`j${n}`, 1])) },
      'key',
    );
    expect(await known()).toHaveLength(40);
    await write('u-2', { meta });
    expect(await known()).toHaveLength(50);
  });

  it('are limited to ten thousand per workspace, counted once', async () => {
    const { workspaceId, database } = stage;
    await database.execute(
      `INSERT INTO attributes (workspace_id, id, name, type)
       SELECT $1, gen_random_uuid(), 'a' || n, 'string' FROM generate_series(1, 10000) AS n`,
      [workspaceId],
    );
    const statements = jest.spyOn(database, 'query');
    const counts = () => statements.mock.calls.filter(([text]) => String(text).includes('FROM unnest')).length;
    for (let call = 0; call < 3; call++) await write('u-1', { meta: { [`more${call}`]: 1, [`a${call + 1}`]: 1 } });
    expect(counts()).toBe(1);
    statements.mockRestore();
    const all = await known();
    expect(all).toHaveLength(10_000);
    expect(all.filter((name) => name.endsWith('mixed'))).toEqual(['a1 mixed', 'a2 mixed', 'a3 mixed']);
  });
});
