import { secondsToNextUtcDay } from '@dundun/domain';
import { until } from '@dundun/testing';

const ENOUGH_SECONDS = 60;

/** Some things are counted by the UTC day: waits for the next one where it would begin in the middle of a test. */
export const withinOneDay = () =>
  until('no new day is about to begin', () => secondsToNextUtcDay(new Date()) > ENOUGH_SECONDS, {
    ms: 2 * ENOUGH_SECONDS * 1_000,
    every: 500,
  });
