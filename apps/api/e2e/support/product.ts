import { afterAll, beforeAll } from '@jest/globals';
import { caller, startProduct, type Call, type Product, type ProductOptions } from '@dundun/testing';

/** The product of a spec file. Read `product` inside tests and hooks only. */
export interface Subject {
  readonly product: Product;
  /** Calls it as the bootstrapped workspace. */
  readonly call: Call;
}

const START_MS = 90_000;

/** Starts the product once for the spec file, on a database of its own, and ends it afterwards. */
export function useProduct(options: ProductOptions = {}): Subject {
  let started: Product | undefined;
  const product = () => {
    if (!started) throw new Error('the product runs inside tests and hooks only');
    return started;
  };
  beforeAll(async () => {
    started = await startProduct(options);
  }, START_MS);
  afterAll(() => started?.close(), START_MS);
  return {
    get product() {
      return product();
    },
    call: (route, given) => caller(product())(route, given),
  };
}
