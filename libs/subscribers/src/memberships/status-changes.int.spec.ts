import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import {
  ListArchivedError,
  OptinNeedsEmailError,
  OptinNeedsSenderError,
  UnknownListError,
  UnknownPersonError,
} from '@dundun/domain';
import { Lists, type List } from '@dundun/lists';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { actionsOn } from '../testing-actions.js';
import {
  anOrigin,
  aProcess,
  aStage,
  callerOf,
  confirmationMails,
  faultsOf,
  standings,
  subscriberCount,
  entities,
  type Stage,
} from '../testing.js';

const db = useDatabase(entities);
let process: INestApplicationContext;
let stage: Stage;
const { join, put, remove, personOf, peopleCount, keys } = actionsOn(() => stage);

beforeAll(async () => {
  process = await aProcess(db.config);
});
afterAll(() => process.close());
beforeEach(async () => {
  stage = await aStage(process);
});

const sole = <T>(all: T[]): T => {
  expect(all).toHaveLength(1);
  return all[0] as T;
};

describe('a refused command', () => {
  it('changes nothing when it is a join', async () => {
    await stage.lists.archive(stage.workspaceId, stage.plain.id);
    const foreign = await aStage(process);
    await expect(join(stage.plain, { email: 'ada@example.com' })).rejects.toThrow(ListArchivedError);
    await expect(join(foreign.plain, { email: 'ada@example.com' })).rejects.toThrow(UnknownListError);
    await expect(join({ id: v7() } as List, { email: 'ada@example.com' })).rejects.toThrow(UnknownListError);
    await expect(join({ id: 'news' } as List, { email: 'ada@example.com' })).rejects.toThrow(UnknownListError);
    await expect(join(stage.optin, { number: '2340000001' })).rejects.toThrow(OptinNeedsEmailError);
    await expect(join(stage.optin, { number: '2340000001' }, 'key')).rejects.toThrow(OptinNeedsEmailError);
    expect([await peopleCount(), await keys()]).toEqual([0, []]);
  });

  it('names a missing sender for confirmations', async () => {
    const workspaceId = await aWorkspace(stage.database);
    const { list } = await process
      .get(Lists, { strict: false })
      .create(workspaceId, { title: 'x', double_optin: true });
    const joining = stage.memberships.join(callerOf(workspaceId), list.id, { email: 'ada@example.com' }, anOrigin);
    await expect(joining).rejects.toThrow(OptinNeedsSenderError);
  });

  it('says whether the person or the list is unknown', async () => {
    const { uid } = await join(stage.plain, { email: 'ada@example.com' });
    const foreign = await aStage(process);
    for (const change of [
      () => put(stage.plain, 'nobody', false),
      () => put(stage.plain, 'a\0b', true),
      () => remove(stage.plain, 'nobody'),
    ]) {
      await expect(change()).rejects.toThrow(UnknownPersonError);
    }
    for (const change of [
      () => put(foreign.plain, uid, false),
      () => remove({ id: v7() } as List, uid),
      () => remove({ id: '1' } as List, uid),
    ]) {
      await expect(change()).rejects.toThrow(UnknownListError);
    }
  });
});

describe('a status change', () => {
  it('unsubscribes, resubscribes and removes', async () => {
    const { uid } = await join(stage.plain, { email: 'ada@example.com' });
    expect(await put(stage.plain, uid, false)).toBe(false);
    expect(await put(stage.plain, uid, false)).toBe(false);
    expect(await subscriberCount(stage, stage.plain)).toBe(0);
    expect(await put(stage.plain, uid, true)).toBe(true);
    expect(await subscriberCount(stage, stage.plain)).toBe(1);
    await remove(stage.plain, uid);
    await remove(stage.plain, uid);
    expect(await standings(stage, stage.plain)).toEqual({});
    expect(await subscriberCount(stage, stage.plain)).toBe(0);
    expect((await personOf(uid)).email).toBe('ada@example.com');
  });

  it('accepts a person who is not on the list: true joins, false is recorded', async () => {
    const { uid } = await join(stage.plain, { email: 'ada@example.com' });
    expect(await put(stage.optin, uid, false)).toBe(false);
    expect(await standings(stage, stage.optin)).toEqual({ [uid]: 'unsubscribed' });
    await remove(stage.optin, uid);
    expect(await put(stage.optin, uid, true)).toBe(false);
    expect(await standings(stage, stage.optin)).toEqual({ [uid]: 'pending' });
    expect(sole(await confirmationMails(stage)).to).toBe('ada@example.com');
  });

  it('works on an archived list, where joining is refused', async () => {
    const ada = await join(stage.plain, { email: 'ada@example.com' });
    const { uid } = await join(stage.optin, { email: 'bob@example.com' });
    await stage.lists.archive(stage.workspaceId, stage.plain.id);
    expect(await put(stage.plain, ada.uid, false)).toBe(false);
    expect(await put(stage.plain, ada.uid, true)).toBe(true);
    expect(await put(stage.plain, uid, false)).toBe(false);
    await remove(stage.plain, uid);
    await expect(put(stage.plain, uid, true)).rejects.toThrow(ListArchivedError);
    await expect(join(stage.plain, { email: 'ada@example.com' })).rejects.toThrow(ListArchivedError);
    await remove(stage.plain, ada.uid);
  });

  it('requires an email on a list that confirms by email', async () => {
    const { uid } = await join(stage.plain, { number: '2340000001' });
    await expect(put(stage.optin, uid, true)).rejects.toThrow(OptinNeedsEmailError);
    expect(await put(stage.optin, uid, false)).toBe(false);
  });

  it('keeps an opt-out with the person after a change of address', async () => {
    const { uid } = await join(stage.plain, { number: '2340000001' });
    await put(stage.plain, uid, false);
    await join(stage.optin, { email: 'ada@example.com', number: '2340000001' });
    expect(await faultsOf(stage)).toEqual([]);
    await put(stage.plain, uid, true);
    const rows = await stage.database.query('SELECT address FROM list_suppressions WHERE workspace_id = $1', [
      stage.workspaceId,
    ]);
    expect(rows).toEqual([]);
  });
});
