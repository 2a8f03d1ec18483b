import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnavailableError } from '@dundun/domain';
import type { Database } from './database.js';
import { TtlCache } from './ttl-cache.js';

describe('TtlCache', () => {
  let now: number;
  let answers: Record<string, string>;
  let inTransaction: boolean;
  const load = jest.fn((questions: string[]) =>
    Promise.resolve(questions.map((question) => answers[question] ?? null)),
  );
  let cache: TtlCache<string, string>;
  const ask = (id: string) => cache.recall(id, () => id);

  beforeEach(() => {
    now = 0;
    answers = { a: 'A', b: 'B' };
    inTransaction = false;
    load.mockClear();
    const database = { get inTransaction() { return inTransaction; } } as Database; // prettier-ignore
    cache = new TtlCache(database, load, () => now);
  });

  it('answers hits and misses without a promise', async () => {
    await ask('a');
    await ask('z');
    expect([ask('a'), ask('z')]).toEqual(['A', null]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('expires an answer 900 ms after the start of its query, not after its end', async () => {
    load.mockImplementationOnce(() => {
      now = 500;
      return Promise.resolve(['A']);
    });
    await ask('a');
    now = 899;
    expect(ask('a')).toBe('A');
    now = 900;
    answers = {};
    expect(await ask('a')).toBeNull();
  });

  it('refreshes an answer in use ahead of its end, so that no request waits', async () => {
    await ask('a');
    now = 460;
    answers.a = 'new';
    expect(ask('a')).toBe('A');
    await new Promise(setImmediate);
    now = 1_300;
    expect(ask('a')).toBe('new');
  });

  it('shares one question among simultaneous callers, and one query among questions that arrive meanwhile', async () => {
    const same = Array.from({ length: 50 }, () => ask('a'));
    const others = ['b', 'c', 'd'].map(ask);
    expect(await Promise.all([...same, ...others])).toEqual([...Array<string>(50).fill('A'), 'B', null, null]);
    expect(load.mock.calls).toEqual([[['a']], [['b', 'c', 'd']]]);
  });

  it('does not join a question older than the lifetime of an answer', async () => {
    let late: (answer: string[]) => void = () => undefined;
    load.mockImplementationOnce(() => new Promise((resolve) => (late = resolve)));
    const first = ask('a');
    now = 901;
    const second = ask('a');
    late(['old']);
    expect([await first, await second]).toEqual(['old', 'A']);
    expect(ask('a')).toBe('A');
  });

  it('forgets an answer after a change, even one in flight', async () => {
    await ask('a');
    const late = ask('b');
    now = 1;
    cache.clear();
    await late;
    answers = {};
    expect(await Promise.all([ask('a'), ask('b')])).toEqual([null, null]);
  });

  it('fails waiting callers when the database fails, and retries for the next', async () => {
    load.mockImplementationOnce(() => Promise.reject(new UnavailableError()));
    await expect(ask('a')).rejects.toThrow(UnavailableError);
    expect(await ask('a')).toBe('A');
  });

  it('answers from memory until expiry when a refresh fails', async () => {
    await ask('a');
    now = 500;
    load.mockImplementationOnce(() => Promise.reject(new UnavailableError()));
    expect(ask('a')).toBe('A');
    await new Promise(setImmediate);
    expect(ask('a')).toBe('A');
  });

  it('refuses when too many questions wait', async () => {
    load.mockImplementationOnce(() => new Promise(() => undefined));
    for (let count = 0; count <= 10_000; count++) void ask(`q${count}`);
    await expect(ask('one more')).rejects.toThrow(UnavailableError);
  });

  it('keeps known keys during a flood of unknown ones', async () => {
    await ask('a');
    await Promise.all(Array.from({ length: 9_000 }, async (_, index) => ask(`x${index}`)));
    await Promise.all(Array.from({ length: 9_000 }, async (_, index) => ask(`y${index}`)));
    expect(ask('a')).toBe('A');
  });

  it('queries directly inside a transaction and stores nothing', async () => {
    inTransaction = true;
    expect(await ask('a')).toBe('A');
    inTransaction = false;
    answers = {};
    expect(await ask('a')).toBeNull();
  });
});
