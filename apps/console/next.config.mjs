import { fileURLToPath } from 'node:url';
import { headerRules } from './headers.mjs';

const workspace = fileURLToPath(new URL('../../', import.meta.url));

/** @type {import('next').NextConfig} */
export default {
  output: 'standalone',
  outputFileTracingRoot: workspace,
  turbopack: { root: workspace },
  transpilePackages: ['@dundun/client', '@dundun/domain'],
  poweredByHeader: false,
  devIndicators: false,
  // The typecheck target does it, and it would make the first start slower.
  typescript: { ignoreBuildErrors: true },
  headers: async () => headerRules,
};
