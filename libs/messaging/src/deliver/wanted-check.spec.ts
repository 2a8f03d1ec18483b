import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FRESH_MS, WantedCheck } from './wanted-check.js';

describe('the second look at a message', () => {
  let now = 10_000;
  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Answers each question after so many milliseconds, at last with the given word. */
  const aCheck = (delays: number[], isStoppedAtLast = false) => {
    let asked = 0;
    const check = new WantedCheck(() => {
      now += delays[asked++] ?? 0;
      return Promise.resolve(isStoppedAtLast && asked === delays.length);
    }, now - FRESH_MS);
    return { check, asked: () => asked };
  };

  it('asks nothing soon after the first', async () => {
    const { check, asked } = aCheck([]);
    now -= 1;
    expect([await check.isWanted(), asked()]).toEqual([true, 0]);
  });

  it('trusts an answer that came in time, for a while', async () => {
    const { check, asked } = aCheck([FRESH_MS - 1]);
    expect([await check.isWanted(), await check.isWanted(), asked()]).toEqual([true, true, 1]);
  });

  it('asks again when the answer took so long that the message may have been stopped meanwhile', async () => {
    const { check, asked } = aCheck([1_000, 0], true);
    expect([await check.isWanted(), check.isStopped, asked()]).toEqual([false, true, 2]);
  });

  it('keeps the message when no answer comes in time', async () => {
    const { check, asked } = aCheck([1_000, 1_000, 1_000, 0]);
    expect([await check.isWanted(), check.isStopped, asked()]).toEqual([false, false, 3]);
    expect(check.fault).toMatchObject({ message: expect.stringContaining('took over 1000 ms') });
  });

  it('keeps the message when the question fails', async () => {
    const fault = new Error('connection lost');
    const check = new WantedCheck(() => Promise.reject(fault), now - FRESH_MS);
    expect([await check.isWanted(), check.isStopped, check.fault]).toEqual([false, false, fault]);
  });
});
