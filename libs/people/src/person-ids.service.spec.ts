import { performance } from 'node:perf_hooks';
import { describe, expect, it, jest } from '@jest/globals';
import { UnavailableError } from '@dundun/domain';
import type { Database } from '@dundun/platform/database';
import type { People, UidName } from './people.repository.js';
import { PersonIds } from './person-ids.service.js';

const database = { detached: <T>(work: () => T) => work() } as unknown as Database;

/** Lookups that end when the test ends them. */
function lookups() {
  const calls: { names: UidName[]; end: (error?: Error) => void }[] = [];
  const ensureUids = (names: UidName[]) =>
    new Promise<Map<string, string>>((resolve, reject) => {
      const found = new Map(
        names.map(({ workspaceId, uid }) => [
          `${workspaceId} ${uid}`,
          `id of ${workspaceId} ${uid} in call ${calls.length + 1}`,
        ]),
      );
      calls.push({ names, end: (error) => (error ? reject(error) : resolve(found)) });
    });
  return { calls, ids: new PersonIds({ ensureUids } as unknown as People, database) };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('PersonIds', () => {
  it('looks an id up once and then returns it without a promise', async () => {
    const { calls, ids } = lookups();
    const first = ids.find(1, 'ada');
    calls[0]?.end();
    expect(await first).toBe('id of 1 ada in call 1');
    expect(ids.find(1, 'ada')).toBe('id of 1 ada in call 1');
    expect(calls).toHaveLength(1);
  });

  it('collects uids that are asked for during a lookup into the next one', async () => {
    const { calls, ids } = lookups();
    const find = async (workspaceId: number, uid: string) => ids.find(workspaceId, uid);
    const all = [find(1, 'a'), find(1, 'b'), find(2, 'b'), find(1, 'b'), find(1, 'a')];
    calls[0]?.end();
    await settled();
    calls[1]?.end();
    expect(await Promise.all(all)).toEqual([
      'id of 1 a in call 1',
      'id of 1 b in call 2',
      'id of 2 b in call 2',
      'id of 1 b in call 2',
      'id of 1 a in call 1',
    ]);
    expect(calls.map(({ names }) => names.length)).toEqual([1, 2]);
  });

  it('asks again after a failed lookup', async () => {
    const { calls, ids } = lookups();
    const failed = expect(ids.find(1, 'ada')).rejects.toThrow('gone');
    calls[0]?.end(new Error('gone'));
    await failed;
    const again = ids.find(1, 'ada');
    calls[1]?.end();
    expect(await again).toBe('id of 1 ada in call 2');
  });

  it('forgets an id, even during its lookup', async () => {
    const { calls, ids } = lookups();
    const before = ids.find(1, 'ada');
    ids.forget(1, 'ada');
    const after = ids.find(1, 'ada');
    calls[0]?.end();
    await settled();
    calls[1]?.end();
    expect([await before, await after]).toEqual(['id of 1 ada in call 1', 'id of 1 ada in call 2']);
    expect(ids.find(1, 'ada')).toBe('id of 1 ada in call 2');
  });

  it('keeps an id for ten seconds, however often it is used', async () => {
    const start = performance.now();
    const clock = jest.spyOn(performance, 'now');
    /** The cache reads the clock every 100 ms. */
    const after = async (ms: number) => {
      clock.mockReturnValue(start + ms);
      await new Promise((resolve) => setTimeout(resolve, 120));
    };
    try {
      await after(0);
      const { calls, ids } = lookups();
      const first = ids.find(1, 'ada');
      calls[0]?.end();
      await first;
      for (const ms of [5_000, 9_900]) {
        await after(ms);
        expect(typeof ids.find(1, 'ada')).toBe('string');
      }
      await after(10_100);
      expect(ids.find(1, 'ada')).toBeInstanceOf(Promise);
    } finally {
      clock.mockRestore();
    }
  });

  it('refuses a lookup when too many are waiting', async () => {
    const { ids } = lookups();
    for (let number = 0; number <= 20_000; number++) void ids.find(1, String(number));
    await expect(ids.find(1, 'one more')).rejects.toThrow(UnavailableError);
  });
});
