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

/** What a spec file is about. Read `product` inside tests and hooks only. */
export interface Subject<T extends Tenant = Product> {
  readonly product: T;
  /** Calls it as its workspace. */
  readonly call: Call;
}

const START_MS = 180_000;

/** Starts the product once for the spec file, on a database of its own, and ends it afterwards. */
export function useProduct(options: ProductOptions = {}): Subject {
  let started: Product | undefined;
  afterAll(() => started?.close(), START_MS);
  return subjectOf(async () => (started = await startProduct(options)));
}

/**
 * A workspace of the spec file's own in the product that runs for all of them: as an installation opens its first, but
 * unlimited. Workspaces know nothing of each other, so this is enough for whoever neither stops a process nor sets it up.
 */
export const useWorkspace = (): Subject<Tenant> => subjectOf(() => openWorkspace(running()));

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
