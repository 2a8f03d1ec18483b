import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TooManyKeysError, UnknownKeyError } from '@dundun/domain';
import { aWorkspace, basic, until, useDatabase } from '@dundun/testing';
import { accountsEntities } from '../accounts.entities.js';
import { aKey } from '../testing.js';
import { ApiKeys } from './api-keys.repository.js';
import { KeySetup } from './key-setup.service.js';

describe('KeySetup', () => {
  const db = useDatabase(accountsEntities);
  let keys: ApiKeys;
  let setup: KeySetup;
  beforeAll(() => {
    keys = new ApiKeys(db.database);
    setup = new KeySetup(keys);
  });

  it('gives out a secret only with a key for servers', async () => {
    const workspaceId = await aWorkspace(db.database);
    for (const kind of ['browser', 'public'] as const) {
      const { key, secret } = await setup.create(workspaceId, 'Shop', kind);
      expect([key.hasSecret, key.kind, secret]).toEqual([false, kind, null]);
    }
    const { key, secret } = await setup.create(workspaceId, 'Shop', 'secret');
    expect(await keys.identify(basic(key.key, secret ?? ''))).toMatchObject({ level: 'full', keyId: key.id });
  });

  it('lists working keys before revoked ones', async () => {
    const workspaceId = await aWorkspace(db.database);
    const { key: first } = await setup.create(workspaceId, 'First', 'secret');
    const { key: second } = await setup.create(workspaceId, 'Second', 'secret');
    await setup.revoke(workspaceId, second.id);
    expect((await setup.list(workspaceId)).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await keys.identify(basic(second.key))).toBeNull();
  });

  it('refuses a key of another workspace, and more than 100', async () => {
    const { workspaceId, id } = await aKey(db.database);
    const other = await aWorkspace(db.database);
    await expect(setup.revoke(other, id)).rejects.toThrow(UnknownKeyError);
    await expect(setup.revoke(workspaceId, 'no id\0')).rejects.toThrow(UnknownKeyError);
    await Promise.all(Array.from({ length: 99 }, () => setup.create(workspaceId, 'Another', 'public')));
    await expect(setup.create(workspaceId, 'One more', 'public')).rejects.toThrow(TooManyKeysError);
  });

  it('notes the use of a key once a minute, and no wrong secret', async () => {
    const { workspaceId, key, secret, id } = await aKey(db.database);
    const used = async () => (await keys.find(workspaceId, id))?.lastUsedAt ?? null;
    const execute = jest.spyOn(db.database, 'execute');
    await keys.identify(basic(key, 'wrong'));
    expect(execute).not.toHaveBeenCalled();
    await keys.identify(basic(key, secret));
    await until('the use is noted', used);
    // Each wrong header is looked up, and so is the right one in another process.
    const noted = await used();
    await new ApiKeys(db.database).identify(basic(key, secret));
    await keys.identify(basic(key));
    expect(await used()).toEqual(noted);
    expect(execute.mock.calls.length).toBeLessThanOrEqual(2);
    execute.mockRestore();
  });
});
