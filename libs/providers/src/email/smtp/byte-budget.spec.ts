import { describe, expect, it } from '@jest/globals';
import { aMail } from '../../testing/index.js';
import { closeAll, sinkAndProvider } from '../testing.js';
import { ByteBudget } from './byte-budget.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('ByteBudget', () => {
  /** @returns the names of those that have got their bytes */
  const asking = (budget: ByteBudget, needs: Record<string, number>) => {
    const got: string[] = [];
    for (const [name, bytes] of Object.entries(needs)) void budget.acquire(bytes).then(() => got.push(name));
    return got;
  };

  it('lets callers wait in order until there is room', async () => {
    const budget = new ByteBudget(10);
    const got = asking(budget, { a: 6, b: 4, c: 5, d: 1 });
    await settled();
    expect(got).toEqual(['a', 'b']);
    budget.release(4);
    await settled();
    expect(got).toEqual(['a', 'b']);
    budget.release(6);
    await settled();
    expect(got).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets urgent callers pass those that wait, and keeps the next room for them', async () => {
    const budget = new ByteBudget(10);
    const got = asking(budget, { held: 6, bulk: 8, later: 1 });
    void budget.acquire(3, true).then(() => got.push('urgent'));
    void budget.acquire(8, true).then(() => got.push('large'));
    await settled();
    expect(got).toEqual(['held', 'urgent']);
    budget.release(3);
    await settled();
    expect(got).toEqual(['held', 'urgent']);
    budget.release(6);
    await settled();
    expect(got).toEqual(['held', 'urgent', 'large']);
    budget.release(8);
    await settled();
    expect(got).toEqual(['held', 'urgent', 'large', 'bulk', 'later']);
  });

  it('gives a caller that needs more than all of it the whole, alone', async () => {
    const budget = new ByteBudget(10);
    const got = asking(budget, { small: 1, huge: 100, next: 1 });
    await settled();
    expect(got).toEqual(['small']);
    budget.release(1);
    await settled();
    expect(got).toEqual(['small', 'huge']);
    budget.release(100);
    await settled();
    expect(got).toEqual(['small', 'huge', 'next']);
  });
});

describe('mails of an SMTP account beyond its bytes', () => {
  const big = () => aMail({ text: 'x'.repeat(50_000) });

  it('are all sent, one after the other', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxBytes: 60_000 });
    let most = 0;
    sink.onMessage = () => (most = Math.max(most, sink.connections.open));
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => smtp.send(big())));
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true);
    expect(sink.counts.size).toBe(10);
    expect(most).toBe(1);
    await closeAll();
  });

  it('end with the account when it is closed', async () => {
    const { sink, smtp } = await sinkAndProvider({}, { maxBytes: 60_000 });
    sink.script({ stage: 'dot', act: { delayMs: 50 } });
    const outcomes = Promise.all(Array.from({ length: 5 }, () => smtp.send(big())));
    await smtp.close?.();
    expect((await outcomes).filter(({ kind }) => kind === 'not_sent').length).toBeGreaterThanOrEqual(4);
    await closeAll();
  });
});
