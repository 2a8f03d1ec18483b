import { describe, expect, it } from '@jest/globals';
import { aWorkspace, until, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { ListCounters } from './list-counters.repository.js';
import { listKey } from './list-key.js';
import { listsEntities } from './list.entity.js';
import { aList, listsOn } from './testing.js';

const db = useDatabase(listsEntities);

describe('ListCounters', () => {
  it('sums the rows of all processes for a page of lists', async () => {
    const workspaceId = 7;
    const [listId, other] = [v7(), v7()];
    const processes = Array.from({ length: 5 }, () => new ListCounters(db.database));
    for (const counters of processes) {
      await counters.add([
        { workspaceId, listId, delta: 3 },
        { workspaceId, listId: other, delta: 1 },
        { workspaceId, listId, delta: -1 },
      ]);
    }
    await processes[0]?.add([{ workspaceId, listId, delta: 0 }]);
    const sums = await new ListCounters(db.database).sums(workspaceId, [listId, other, v7()]);
    expect(sums).toEqual(
      new Map([
        [listId, 10],
        [other, 5],
      ]),
    );
    expect(await processes[0]?.sums(8, [listId])).toEqual(new Map());
  });

  it('does not deadlock when processes change the same lists in opposite orders', async () => {
    const [workspaceId, one, two] = [9, v7(), v7()];
    const counters = new ListCounters(db.database);
    const there = { workspaceId, delta: 1 };
    await Promise.all(
      Array.from({ length: 40 }, (_, turn) => {
        const ids = turn % 2 === 0 ? [one, two] : [two, one];
        return db.database.transaction(() => counters.add(ids.map((listId) => ({ ...there, listId }))));
      }),
    );
    expect(await counters.sums(workspaceId, [one, two])).toEqual(
      new Map([
        [one, 40],
        [two, 40],
      ]),
    );
  });
});

describe('lockForChange', () => {
  it('returns lists of the given workspace only', async () => {
    const [mine, theirs] = [await aWorkspace(db.database), await aWorkspace(db.database)];
    const list = await aList(db.database, mine, { double_optin: true, description: 'About' });
    const names = [list.id, list.id, v7()].map((listId) => ({ workspaceId: mine, listId }));
    const locked = await db.database.transaction(() =>
      listsOn(db.database).lockForChange([...names, { workspaceId: theirs, listId: list.id }]),
    );
    expect([...locked]).toEqual([[listKey(mine, list.id), list]]);
  });

  it('blocks archiving until the transaction ends, and admits other joins', async () => {
    const workspaceId = await aWorkspace(db.database);
    const { id } = await aList(db.database, workspaceId);
    const lists = listsOn(db.database);
    const names = [{ workspaceId, listId: id }];
    const steps: string[] = [];
    const isWaiting = async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await db.database.query(waiting)).length > 0;
    };
    let archiving: Promise<void> | undefined;
    await db.database.transaction(async () => {
      await lists.lockForChange(names);
      await db.database.detached(() => db.database.transaction(() => lists.lockForChange(names)));
      steps.push('others in');
      archiving = db.database.detached(() => lists.archive(workspaceId, id)).then(() => void steps.push('archived'));
      await until('the archiving waits', () => db.database.detached(isWaiting));
      steps.push('end');
    });
    await archiving;
    expect(steps).toEqual(['others in', 'end', 'archived']);
  });
});
