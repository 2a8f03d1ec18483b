import { fileURLToPath } from 'node:url';
import { headerRules } from './headers.mjs';

const workspace = fileURLToPath(new URL('../../', import.meta.url));

/** @type {import('next').NextConfig} */
export default {
  output: 'standalone',
  outputFileTracingRoot: workspace,
  turbopack: {
    root: workspace,
    // Bundled from their sources by tools/build.mjs, so that no other build has to run first.
    resolveAlias: {
      '@dundun/client': './dist/client.js',
      '@dundun/domain': './dist/domain.js',
      '@dundun/domain/membership': './dist/membership.js',
      '@dundun/domain/mail-design': './dist/mail-design.js',
    },
  },
  poweredByHeader: false,
  devIndicators: false,
  // Checked by the typecheck target; checking here would slow down the first start.
  typescript: { ignoreBuildErrors: true },
  headers: async () => headerRules,
  // Their addresses before they became settings.
  redirects: async () =>
    ['domains', 'providers', 'profiles', 'suppressions'].map((page) => ({
      source: `/${page}/:rest*`,
      destination: `/settings/${page}/:rest*`,
      permanent: false,
    })),
};
