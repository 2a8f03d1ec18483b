import { startProduct } from '@dundun/testing/product';

/** One product for all spec files that only need a workspace of it; it may call the fakes of providers on this machine. */
export default async function startSharedProduct() {
  const product = await startProduct({ environment: { OUTBOUND_ALLOW: '127.0.0.1/32' } });
  globalThis.sharedProduct = product;
  const { apiUrl, databaseUrl, environment } = product;
  process.env.TEST_PRODUCT = JSON.stringify({ apiUrl, databaseUrl, environment });
}
