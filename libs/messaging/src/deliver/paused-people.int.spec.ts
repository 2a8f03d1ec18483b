import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities } from '@dundun/accounts';
import { newId } from '@dundun/platform/database';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { Suppressions } from '../suppressions/suppressions.repository.js';
import { aMessage, aRecipient, queued } from '../testing.js';
import { Attempts } from './attempts.repository.js';
import { LaneClaims } from './lane-claims.repository.js';

const ADDRESS = 'Grace@example.com';
const NUMBER = '2348012345678';

describe('a person who has paused marketing', () => {
  const db = useDatabase(accountsEntities);
  let [workspaceId, list, grace] = [0, '', ''];
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    [list, grace] = [newId(), newId()];
    await run(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News')`, list);
    await aPerson(grace, [
      ['person_keys', 'email', 'grace@example.com'],
      ['person_keys', 'number', NUMBER],
    ]);
  });

  const run = (statement: string, ...values: unknown[]) => db.database.execute(statement, [workspaceId, ...values]);
  const aPerson = async (id: string, keys: [table: string, kind: string, value: string][]) => {
    await run(`INSERT INTO people (workspace_id, id, uid, uid_updateable) VALUES ($1, $2, $3, false)`, id, id);
    for (const [table, ...key] of keys)
      await run(`INSERT INTO ${table} (workspace_id, person_id, kind, value) VALUES ($1, $2, $3, $4)`, id, ...key);
  };
  const pause = (person: string, until = `now() + interval '30 days'`) =>
    run(`UPDATE people SET marketing_paused_until = ${until} WHERE workspace_id = $1 AND id = $2`, person);
  /** Claims a message to these addresses. @returns its attempt */
  const claimed = async (listId: string | null, addresses = [ADDRESS], channel: 'email' | 'sms' = 'email') => {
    const message = aMessage(workspaceId, { channel, list_id: listId, recipients: addresses.map((each) => aRecipient(each)) }); // prettier-ignore
    await queued(db.database, message);
    const all = await new LaneClaims(db.database).claim(channel, message.lane, workspaceId, 10);
    const own = all.find(({ id }) => id === message.id)!;
    const attempts = new Attempts(db.database);
    return { start: () => attempts.start(own, 'smtp', null), isStopped: () => attempts.isStopped(own) };
  };

  it('gets no message with a list by either channel, and every other one', async () => {
    await pause(grace);
    for (const [address, channel] of [
      [ADDRESS, 'email'],
      [NUMBER, 'sms'],
    ] as const) {
      // prettier-ignore
      const started = await (await claimed(list, [address], channel)).start();
      expect(started).toEqual({ kind: 'suppressed', suppressed: [address], paused: [address] });
      expect((await (await claimed(null, [address], channel)).start()).kind).toBe('started');
    }
  });

  it('gets them again when the pause has ended, or was ended', async () => {
    await pause(grace, `now() - interval '1 second'`);
    expect((await (await claimed(list)).start()).kind).toBe('started');
    await pause(grace, 'NULL');
    expect((await (await claimed(list)).start()).kind).toBe('started');
  });

  it('is left out of a message to several, and who is suppressed is not called paused', async () => {
    await pause(grace);
    await new Suppressions(db.database).add([{ workspaceId, address: 'gone@example.com', reason: 'bounce' }]);
    const started = await (await claimed(list, [ADDRESS, 'gone@example.com', 'alan@example.com'])).start();
    expect(started).toMatchObject({ kind: 'started', paused: [ADDRESS] });
    expect(started.kind === 'started' && started.suppressed.sort()).toEqual([ADDRESS, 'gone@example.com']);
    await new Suppressions(db.database).add([{ workspaceId, address: ADDRESS, reason: 'bounce' }]);
    expect(await (await claimed(list)).start()).toMatchObject({ kind: 'suppressed', paused: [] });
  });

  it('stops an attempt that has begun before its call, whichever came first', async () => {
    const [marketing, receipt] = [await claimed(list), await claimed(null)];
    expect([(await marketing.start()).kind, (await receipt.start()).kind]).toEqual(['started', 'started']);
    expect([await marketing.isStopped(), await receipt.isStopped()]).toEqual([false, false]);
    await pause(grace);
    expect([await marketing.isStopped(), await receipt.isStopped()]).toEqual([true, false]);
    await pause(grace, 'NULL');
    expect(await marketing.isStopped()).toBe(false);
  });

  it('keeps marketing from an address that they share, and not from those of others', async () => {
    const other = newId();
    await aPerson(other, [['shared_keys', 'email', 'grace@example.com']]);
    await pause(other);
    expect((await (await claimed(list)).start()).kind).toBe('suppressed');
    expect((await (await claimed(list, ['alan@example.com'])).start()).kind).toBe('started');
    const [workspace, theirs] = [await aWorkspace(db.database), newId()];
    await db.database.execute(`INSERT INTO lists (workspace_id, id, title) VALUES ($1, $2, 'News')`, [workspace, theirs]); // prettier-ignore
    [workspaceId, list] = [workspace, theirs];
    expect((await (await claimed(list)).start()).kind).toBe('started');
  });
});
