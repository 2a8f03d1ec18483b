import { afterEach } from '@jest/globals';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** Closes it after the test, however that ends: what still listens keeps Jest from ending. */
export function closing<T extends { close(): unknown }>(one: T): T {
  open.push(one);
  return one;
}
