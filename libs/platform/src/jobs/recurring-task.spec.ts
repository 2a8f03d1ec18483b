import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '../config/logger.js';
import { RecurringTask, type Rhythm } from './recurring-task.js';

class Counting extends RecurringTask {
  rounds = 0;
  ends: (() => void)[] = [];
  signal: AbortSignal | undefined;

  constructor(
    rhythm: Rhythm,
    private readonly isLong = false,
  ) {
    const logger = createLogger('test', 'silent');
    super(logger, rhythm, 'nothing was counted');
    this.warned = jest.spyOn(logger, 'warn');
  }
  readonly warned;

  protected async run(stopping: AbortSignal): Promise<void> {
    this.signal = stopping;
    this.rounds += 1;
    if (this.rounds === 2) throw new Error('no');
    if (this.isLong) await new Promise<void>((resolve) => this.ends.push(resolve));
  }
}

describe('RecurringTask', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('starts at its first delay and continues after failed rounds', async () => {
    const task = new Counting({ everyMs: 1_000, firstAfterMs: 10 });
    task.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(9);
    expect(task.rounds).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(task.rounds).toBe(1);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(task.rounds).toBe(4);
    expect(task.warned.mock.calls.map(([, said]) => said)).toEqual(['nothing was counted; the next round follows']);
    await task.beforeApplicationShutdown();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(task.rounds).toBe(4);
  });

  it('never overlaps rounds and waits for a running one at shutdown', async () => {
    const task = new Counting({ everyMs: 1_000 }, true);
    task.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(task.rounds).toBe(1);
    let hasEnded = false;
    const end = task.beforeApplicationShutdown().then(() => (hasEnded = true));
    await jest.advanceTimersByTimeAsync(5_000);
    expect([hasEnded, task.signal?.aborted]).toEqual([false, true]);
    task.ends[0]?.();
    await end;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(task.rounds).toBe(1);
  });
});
