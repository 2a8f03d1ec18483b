import { startProduct } from '@dundun/testing/product';

/** Starts the product that end-to-end files share, each with its workspace. It may call fake providers on this machine. */
export default async function startSharedProduct() {
  const product = await startProduct({ environment: { OUTBOUND_ALLOW: '127.0.0.1/32' } });
  globalThis.sharedProduct = product;
  const { apiUrl, databaseUrl, environment } = product;
  process.env.TEST_PRODUCT = JSON.stringify({ apiUrl, databaseUrl, environment });
}
