import { setTimeout as wait } from 'node:timers/promises';

/** Longer than a commit that also stores a mail takes, in milliseconds. */
const STEP_MS = 50;

/** Settles as `work` does, but at a multiple of 50 ms after the call, so that the time does not tell what the work did. */
export async function inSteps<T>(work: Promise<T>): Promise<T> {
  const from = performance.now();
  try {
    return await work;
  } finally {
    const spent = performance.now() - from;
    await wait(Math.ceil(spent / STEP_MS) * STEP_MS - spent);
  }
}
