import { secondsToNextUtcDay } from '@dundun/domain';
import { until } from '@dundun/testing';

const ENOUGH_SECONDS = 60;

/** Waits for the next UTC day if it would begin during a test that counts by the day. */
export const withinOneDay = () =>
  until('no new day is about to begin', () => secondsToNextUtcDay(new Date()) > ENOUGH_SECONDS, {
    ms: 2 * ENOUGH_SECONDS * 1_000,
    every: 500,
  });
