import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Database, isRetryable, Replayed, type IdempotencyClaim } from '@dundun/platform/database';
import { useDatabase } from '@dundun/testing';
import { People, type UserValues } from '@dundun/people';
import type { UserCommand, UserResult } from './commands.js';
import { Memberships } from './memberships.service.js';
import { aUserCommand } from '../testing-actions.js';
import { anOrigin, aProcess, aStage, callerOf, entities, faultsOf, subscriberCount, type Stage } from '../testing.js';
import { UserWrites } from './user-writes.service.js';

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

/** A group commit retries after a deadlock, so only a count of deadlocks reveals one. */
function countDeadlocks(database: Database): void {
  const transaction = database.transaction.bind(database);
  database.transaction = async (work) => {
    try {
      return await transaction(work);
    } catch (error) {
      if (isRetryable(error) && (error as { code: string }).code === '40P01') deadlocks++;
      throw error;
    }
  };
}

const turns = (count: number) => Array.from({ length: count }, (_, turn) => turn);
const at = (turn: number) => processes[turn % processes.length] as INestApplicationContext;

async function write(
  turn: number,
  uid: string | null,
  fields: UserValues = {},
  more: Partial<UserCommand> = {},
  claim?: IdempotencyClaim,
): Promise<UserResult> {
  const command = aUserCommand(stage.workspaceId, uid, fields, 'full', more);
  const written = await at(turn).get(UserWrites).write(command, claim);
  if (written instanceof Replayed) throw new Error('replayed');
  return written;
}

const rows = <T extends Record<string, unknown>>(columns: string) =>
  stage.database.query<T>(`SELECT ${columns} FROM people WHERE workspace_id = $1 ORDER BY id`, [stage.workspaceId]);

describe('concurrent user calls', () => {
  it('create one user per uid, with the fields of all calls', async () => {
    const written = await Promise.all(turns(100).map((turn) => write(turn, 'u-1', { meta: { [`n${turn}`]: turn } })));
    expect(written.filter(({ isNew }) => isNew)).toHaveLength(1);
    const people = await rows<{ uid: string; meta: object }>('uid, meta');
    expect(people.map(({ uid, meta }) => [uid, Object.keys(meta).length])).toEqual([['u-1', 100]]);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('create one user per uid together with its first events', async () => {
    for (const round of turns(20)) {
      const uid = `u-${round}`;
      const event = () =>
        at(1)
          .get(People)
          .ensureUids([{ workspaceId: stage.workspaceId, uid }]);
      const [written, ids] = await Promise.all([write(0, uid, { firstName: 'Ada' }), event()]);
      expect([...ids.values()]).toEqual([written.personId]);
    }
    expect((await rows<{ first_name: string }>('first_name')).map(({ first_name }) => first_name)).toEqual(
      Array(20).fill('Ada'),
    );
  });

  it('create one user per address without a uid', async () => {
    const uids = await Promise.all(
      turns(60).map(async (turn) => (await write(turn, null, { email: 'a@b.example' })).uid),
    );
    expect(new Set(uids).size).toBe(1);
  });

  it('let two uids share an email, and give one of them the person of a join', async () => {
    const joined = await stage.memberships.join(
      callerOf(stage.workspaceId),
      stage.plain.id,
      { email: 'ada@example.com' },
      anOrigin,
    );
    const written = await Promise.all(turns(2).map((turn) => write(turn, `u-${turn}`, { email: 'ada@example.com' })));
    expect(written.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    expect(written.flatMap(({ notices }) => notices)).toHaveLength(1);
    const people = await rows<{ email: string; uid_updateable: boolean }>('email, uid_updateable');
    expect(people).toEqual(Array(2).fill({ email: 'ada@example.com', uid_updateable: false }));
    expect(joined).not.toBeInstanceOf(Replayed);
    expect(await faultsOf(stage)).toEqual([]);
  });

  it('store the answer of an idempotency key with the effect', async () => {
    const claim = {
      workspaceId: stage.workspaceId,
      method: 'POST',
      path: '/v1/users',
      key: 'k',
      fingerprint: Buffer.alloc(32),
    };
    const answer = async (_: number, personIds: string[]) => {
      expect(at(0).get(Database).inTransaction).toBe(true);
      return new Map(personIds.map((id) => [id, { shown: id }]));
    };
    const { personId, body } = await write(0, 'u-1', {}, { answer }, claim);
    expect(body).toEqual({ shown: personId });
    const again = await at(1)
      .get(UserWrites)
      .write(aUserCommand(stage.workspaceId, 'u-1', {}), claim);
    expect(again).toEqual(new Replayed({ body: { shown: personId } }));
  });

  it('are answered together, without blocking deliveries', async () => {
    const questions: number[] = [];
    const answer = async (_: number, personIds: string[]) => {
      questions.push(personIds.length);
      const lock = `SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND relation = 'list_suppressions'::regclass`;
      expect(await at(0).get(Database).query(lock)).toEqual([]);
      return new Map(personIds.map((id) => [id, id]));
    };
    const claim = (key: string) => ({
      ...{ workspaceId: stage.workspaceId, method: 'POST', path: '/v1/users', key },
      fingerprint: Buffer.alloc(32),
    });
    const left = await write(0, 'u-0', {}, { joins: [stage.plain.id] });
    await at(0).get(Memberships).setSubscribed(callerOf(stage.workspaceId), stage.plain.id, left.uid, false, anOrigin);
    const written = await Promise.all(
      turns(60).map((turn) => write(0, `u-${turn}`, { email: `${turn}@b.example` }, { answer }, claim(`k${turn}`))),
    );
    for (const { personId, body } of written) expect(body).toBe(personId);
    expect(questions.length).toBeLessThan(10);
  });
});

describe('processes that lock the same people in opposite orders', () => {
  it('do not deadlock, whether they join, write or name accounts', async () => {
    const people = turns(60).map((turn) => ({
      email: `p${turn % 20}@example.com`,
      number: `23400000${100 + (turn % 23)}`,
    }));
    const join = (turn: number, said: { email: string; number: string }) =>
      at(turn).get(Memberships).join(callerOf(stage.workspaceId), stage.plain.id, said, anOrigin);
    const user = (turn: number, index: number) => {
      const accounts = [{ uid: `acme-${index % 5}` }, { uid: `acme-${(index * 3) % 7}` }];
      const device = { token: `t${index % 9}` };
      return write(turn, `u-${index % 30}`, { ...people[index], device }, { accounts, joins: [stage.optin.id] });
    };
    await Promise.all([
      ...people.map((said) => join(0, said)),
      ...turns(60).map((index) => user(1, index)),
      ...turns(60)
        .toReversed()
        .map((index) => user(2, index)),
      ...people.toReversed().map((said) => join(1, said)),
    ]);
    expect(deadlocks).toBe(0);
    expect(await subscriberCount(stage, stage.optin)).toBe(30);
    expect(await faultsOf(stage)).toEqual([]);
  });
});
