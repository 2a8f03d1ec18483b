import { beforeEach, describe, expect, it } from '@jest/globals';
import { CircuitBreaker } from './circuit-breaker.js';

describe('CircuitBreaker', () => {
  let now: number;
  let breaker: CircuitBreaker;
  beforeEach(() => {
    now = 1_000;
    breaker = new CircuitBreaker(() => now);
  });
  const fail = (times: number) => {
    for (let count = 0; count < times; count++) breaker.failed();
  };

  it('opens after five consecutive failures', () => {
    fail(4);
    expect(breaker.wait()).toBe(0);
    breaker.succeeded();
    fail(4);
    expect(breaker.wait()).toBe(0);
    fail(1);
    expect(breaker.wait()).toBe(5_000);
  });

  it('opens at once when the failure is certain', () => {
    breaker.failed(true);
    expect(breaker.wait()).toBe(5_000);
  });

  it('lets one probe through after the pause, and closes when it succeeds', () => {
    fail(5);
    now += 4_999;
    expect(breaker.wait()).toBe(1);
    now += 1;
    expect(breaker.wait()).toBe(0);
    expect(breaker.wait()).toBe(500);
    breaker.succeeded();
    expect([breaker.wait(), breaker.wait()]).toEqual([0, 0]);
  });

  it('doubles the pause after each failed probe, up to 30 s', () => {
    fail(5);
    const pauses = [10_000, 20_000, 30_000, 30_000].map(() => {
      now += breaker.wait();
      expect(breaker.wait()).toBe(0);
      breaker.failed();
      return breaker.wait();
    });
    expect(pauses).toEqual([10_000, 20_000, 30_000, 30_000]);
  });

  it('starts with the short pause again after a success', () => {
    fail(5);
    now += breaker.wait();
    breaker.wait();
    breaker.failed();
    now += breaker.wait();
    breaker.wait();
    breaker.succeeded();
    fail(5);
    expect(breaker.wait()).toBe(5_000);
  });

  it('ignores failures of calls that were in flight when it opened', () => {
    fail(5);
    now += 3_000;
    fail(10);
    expect(breaker.wait()).toBe(2_000);
  });

  it('pauses a throttling provider for a second, or for the requested time up to 60 s', () => {
    breaker.throttled();
    expect([breaker.wait(), breaker.isThrottled]).toEqual([1_000, true]);
    now += 1_000;
    expect([breaker.wait(), breaker.wait(), breaker.isThrottled]).toEqual([0, 500, true]);
    breaker.throttled(7_000);
    expect(breaker.wait()).toBe(7_000);
    now += 7_000;
    breaker.wait();
    breaker.succeeded();
    expect([breaker.wait(), breaker.isThrottled]).toEqual([0, false]);
    breaker.throttled(24 * 3_600_000);
    expect(breaker.wait()).toBe(60_000);
  });

  it('does not count throttling as a failure, but counts a failed probe after it', () => {
    fail(4);
    breaker.throttled();
    now += 1_000;
    breaker.wait();
    breaker.succeeded();
    fail(4);
    expect(breaker.wait()).toBe(0);
    breaker.throttled();
    now += 1_000;
    breaker.wait();
    breaker.failed();
    expect([breaker.wait(), breaker.isThrottled]).toEqual([10_000, false]);
  });

  it('hands out the probe again when the permitted call was not made', () => {
    fail(5);
    now += 5_000;
    expect(breaker.wait()).toBe(0);
    breaker.spared();
    expect(breaker.wait()).toBe(0);
  });
});
