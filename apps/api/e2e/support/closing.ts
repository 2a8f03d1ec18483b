import { afterEach } from '@jest/globals';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** Closes a server after the test, also after a failure: an open server keeps Jest from exiting. */
export function closing<T extends { close(): unknown }>(one: T): T {
  open.push(one);
  return one;
}
