import { afterAll, beforeAll } from '@jest/globals';
import {
  caller,
  startProduct,
  type Call,
  type Installation,
  type Product,
  type ProductOptions,
  type Tenant,
} from '@dundun/testing';
import { openWorkspace } from './workspaces.js';

/** The product or workspace that a spec file tests. Read `product` inside tests and hooks only. */
export interface Subject<T extends Tenant = Product> {
  readonly product: T;
  /** Calls the api as its workspace. */
  readonly call: Call;
}

const START_MS = 180_000;

/** Starts a product for the spec file, on a database of its own, and ends it afterwards. */
export function useProduct(options: ProductOptions = {}): Subject {
  let started: Product | undefined;
  afterAll(() => started?.close(), START_MS);
  return subjectOf(async () => (started = await startProduct(options)));
}

/**
 * Creates a workspace for the spec file in the product that all files share, like the first workspace of an installation.
 * Use it for tests that neither stop nor configure a process: workspaces are isolated from each other.
 */
export const useWorkspace = (options: { plan?: 'free' | 'unlimited' } = {}): Subject<Tenant> =>
  subjectOf(() => openWorkspace(running(), options));

/** The product of tools/test/start-shared-product.mjs. */
function running(): Installation {
  const given = process.env.TEST_PRODUCT;
  if (!given) throw new Error('TEST_PRODUCT is not set: run the tests with npm test');
  return JSON.parse(given) as Installation;
}

function subjectOf<T extends Tenant>(make: () => Promise<T>): Subject<T> {
  let made: T | undefined;
  const product = () => {
    if (!made) throw new Error('the product runs inside tests and hooks only');
    return made;
  };
  beforeAll(async () => {
    made = await make();
  }, START_MS);
  return {
    get product() {
      return product();
    },
    call: (route, given) => caller(product())(route, given),
  };
}
