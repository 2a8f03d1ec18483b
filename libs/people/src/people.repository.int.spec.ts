import { describe, expect, it } from '@jest/globals';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { People } from './people.repository.js';
import { Person } from './person.entity.js';

const db = useDatabase([Person]);

describe('People', () => {
  it('finds people by uid and creates missing ones', async () => {
    const people = new People(db.database);
    const [one, two] = [await aWorkspace(db.database), await aWorkspace(db.database)];
    expect(await people.findByUid(one, 'u 1')).toBeNull();
    expect(await people.findByUid(one, 'u\0')).toBeNull();
    const named = [
      { workspaceId: one, uid: 'u 1' },
      { workspaceId: two, uid: 'u 1' },
      { workspaceId: one, uid: 'ü2' },
    ];
    const ids = await people.ensureUids(named);
    expect([...ids.keys()].sort()).toEqual([`${one} u 1`, `${one} ü2`, `${two} u 1`].sort());
    expect(new Set(ids.values()).size).toBe(3);
    expect(await people.ensureUids([...named, ...named])).toEqual(ids);
    expect(await people.findByUid(one, 'u 1')).toMatchObject({
      id: ids.get(`${one} u 1`),
      uidUpdateable: false,
      meta: {},
      email: null,
    });
  });

  it('creates each person once when processes ask in opposite orders', async () => {
    const workspaceId = await aWorkspace(db.database);
    const other = new People(await db.another());
    const names = Array.from({ length: 50 }, (_, index) => ({ workspaceId, uid: `u${index}` }));
    const [there, back] = await Promise.all([
      db.database.transaction(() => new People(db.database).ensureUids(names)),
      other.ensureUids(names.toReversed()),
    ]);
    expect(Object.fromEntries(there)).toEqual(Object.fromEntries(back));
    expect(there.size).toBe(50);
  });
});
