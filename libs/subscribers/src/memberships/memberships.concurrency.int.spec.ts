import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { SubscribeBody } from '@dundun/contracts';
import { ListArchivedError } from '@dundun/domain';
import type { List } from '@dundun/lists';
import { Database, Replayed, sqlState, type IdempotencyClaim } from '@dundun/platform/database';
import { useDatabase } from '@dundun/testing';
import { Memberships } from './memberships.service.js';
import {
  anOrigin,
  aProcess,
  aStage,
  callerOf,
  confirmationMails,
  entities,
  faultsOf,
  standings,
  subscriberCount,
  type Stage,
} from '../testing.js';

const db = useDatabase(entities);
const processes: INestApplicationContext[] = [];
let stage: Stage;
let deadlocks = 0;

beforeAll(async () => {
  for (let count = 0; count < 3; count++) processes.push(await aProcess(db.config));
  for (const process of processes) countDeadlocks(process.get(Database));
});
afterAll(() => Promise.all(processes.map((process) => process.close())));
beforeEach(async () => {
  stage = await aStage(processes[0] as INestApplicationContext);
  deadlocks = 0;
});

const turns = (count: number) => Array.from({ length: count }, (_, turn) => turn);
/** A group commit retries after a deadlock, so only a count of deadlocks reveals one. */
function countDeadlocks(database: Database): void {
  const transaction = database.transaction.bind(database);
  database.transaction = async (work) => {
    try {
      return await transaction(work);
    } catch (error) {
      if (sqlState(error) === '40P01') deadlocks++;
      throw error;
    }
  };
}

/** Distributes work over the processes by round robin. */
const at = (turn: number) => (processes[turn % processes.length] as INestApplicationContext).get(Memberships);
const join = async (turn: number, list: List, body: SubscribeBody, claim?: IdempotencyClaim) => {
  const joined = await at(turn).join(callerOf(stage.workspaceId), list.id, body, anOrigin, claim);
  return joined instanceof Replayed ? (joined.answer.body as { uid: string }).uid : joined.uid;
};
const put = (turn: number, list: List, uid: string, subscribed: boolean) =>
  at(turn).setSubscribed(callerOf(stage.workspaceId), list.id, uid, subscribed, anOrigin);

describe('concurrent joins', () => {
  it('create one person per address, in one process and in several', async () => {
    const body = { email: 'ada@example.com', number: '2340000001', first_name: 'Ada' };
    const uids = await Promise.all(turns(100).map(() => join(0, stage.plain, body)));
    const more = await Promise.all(turns(60).map((turn) => join(turn, stage.plain, body)));
    expect(new Set([...uids, ...more]).size).toBe(1);
    expect(await subscriberCount(stage, stage.plain)).toBe(1);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('create one person from the very first join', async () => {
    for (const round of turns(10)) {
      const body = { email: `new${round}@example.com` };
      const uids = await Promise.all(turns(9).map((turn) => join(turn, stage.plain, body)));
      expect(new Set(uids).size).toBe(1);
    }
    expect(await subscriberCount(stage, stage.plain)).toBe(10);
  });

  it('run once per idempotency key, in any process', async () => {
    const claim = { workspaceId: stage.workspaceId, method: 'POST', path: '/x', fingerprint: Buffer.alloc(32) };
    const joins = turns(40).map((turn) =>
      join(turn, stage.plain, { email: `ada${turn % 4}@example.com` }, { ...claim, key: `k${turn % 4}` }),
    );
    expect(new Set(await Promise.all(joins)).size).toBe(4);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('send three mails and no more', async () => {
    await Promise.all(turns(30).map((turn) => join(turn, stage.optin, { email: 'ada@example.com' })));
    expect(await confirmationMails(stage)).toHaveLength(3);
    expect(await subscriberCount(stage, stage.optin)).toBe(1);
  });
});

describe('processes that lock the same people in opposite orders', () => {
  it('do not deadlock', async () => {
    const bodies = turns(60).map((turn) => ({ email: `p${turn}@example.com`, number: `23400000${100 + turn}` }));
    for (const list of [stage.plain, stage.optin]) {
      const there = bodies.map((body) => join(0, list, body));
      const back = bodies.toReversed().map((body) => join(1, list, body));
      await Promise.all([...there, ...back]);
    }
    expect(deadlocks).toBe(0);
    expect(Object.keys(await standings(stage, stage.plain))).toHaveLength(60);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('do not deadlock on people named by uid', async () => {
    const uids = await Promise.all(turns(80).map((turn) => join(0, stage.plain, { number: `23400000${100 + turn}` })));
    for (const subscribed of [false, true, false]) {
      const there = uids.map((uid) => put(0, stage.plain, uid, subscribed));
      const back = uids.toReversed().map((uid) => put(1, stage.plain, uid, subscribed));
      await Promise.all([...there, ...back]);
    }
    expect(deadlocks).toBe(0);
    expect(await subscriberCount(stage, stage.plain)).toBe(0);
  });

  it('release a number without waiting for a call that asks for it', async () => {
    const uid = await join(0, stage.plain, { email: 'ada@example.com', number: '2340000001' });
    await db.database.transaction(async () => {
      const asked = `SELECT 1 FROM person_keys WHERE workspace_id = $1 AND value = '2340000001' FOR UPDATE`;
      expect(await db.database.query(asked, [stage.workspaceId])).toHaveLength(1);
      const moved = join(1, stage.plain, { email: 'ada@example.com', number: '2340000002' });
      expect(await moved).toBe(uid);
    });
    expect(await join(0, stage.plain, { number: '2340000001' })).not.toBe(uid);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('exchange addresses and numbers without losing one', async () => {
    const wild = turns(240).map((turn) => {
      const email = `p${(turn * 7) % 8}@example.com`;
      const number = `23400000${100 + ((turn * 5) % 11)}`;
      return join(
        turn,
        turn % 3 ? stage.plain : stage.optin,
        turn % 4 === 0 ? { email, number: null } : { email, number },
      );
    });
    const uids = [...new Set(await Promise.all(wild))];
    expect(uids).toHaveLength(8);
    await Promise.all(
      turns(120).map((turn) => put(turn, turn % 2 ? stage.plain : stage.optin, uids[turn % 8] as string, turn % 5 < 2)),
    );
    expect(deadlocks).toBe(0);
    expect(await faultsOf(stage)).toEqual([]);
  });
});

describe('an archived list', () => {
  it('gains no subscriber after the archiving was answered', async () => {
    const settled = Promise.allSettled(
      turns(300).map((turn) => join(turn, stage.plain, { email: `p${turn}@example.com` })),
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
    await stage.lists.archive(stage.workspaceId, stage.plain.id);
    const count = await subscriberCount(stage, stage.plain);
    const refused = (await settled).filter((result) => result.status === 'rejected');
    for (const { reason } of refused) expect(reason).toBeInstanceOf(ListArchivedError);
    expect(await subscriberCount(stage, stage.plain)).toBe(count);
    expect(count + refused.length).toBe(300);
    expect(await faultsOf(stage)).toEqual([]);
  });
});
