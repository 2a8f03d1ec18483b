import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { esmPackages } from './tools/esm-packages.mjs';
import { cacheFolder } from './tools/test/cache.mjs';
import { leftOut } from './tools/test/spec-files.mjs';

const root = new URL('./', import.meta.url).pathname;
const swc = (parser) => [
  '<rootDir>/tools/test/transform.mjs',
  {
    swcrc: false,
    jsc: {
      target: 'es2022',
      parser,
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        hidden: { jest: true },
      },
      keepClassNames: true,
    },
    module: { type: 'commonjs', strict: true },
  },
];
const esm = esmPackages(root).map((name) => name.replace(/[.+]/g, '\\$&'));

const { TEST_HALF: half, TEST_LONG } = process.env;
const others = half || TEST_LONG ? leftOut({ half, long: Boolean(TEST_LONG) }) : [];
const exactly = (path) => `^${join(root, path).replace(/[.+*?^${}()|[\]\\]/g, '\\$&')}$`;

const shared = {
  rootDir: root,
  // One for all projects, which transform alike: what one has transformed the others need not, in any clone.
  id: 'dundun',
  cacheDirectory: join(cacheFolder(), 'jest'),
  testEnvironment: 'node',
  // Tests run the libraries from their sources; what they spawn runs from dist.
  testEnvironmentOptions: { customExportConditions: ['@dundun/source', 'node', 'node-addons'] },
  // The console's own path, as in its tsconfig.json.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', '^@/(.*)$': '<rootDir>/apps/console/src/$1' },
  transform: {
    '^.+\\.tsx?$': swc({ syntax: 'typescript', decorators: true }),
    '^.+\\.m?js$': swc({ syntax: 'ecmascript' }),
  },
  // Jest on Node 20 cannot require an ES module, so every ESM package is turned into CommonJS.
  transformIgnorePatterns: [`/node_modules/(?!(${esm.join('|')})/)`],
  modulePathIgnorePatterns: ['/dist/', '/\\.next/'],
};
const project = (displayName, testMatch, { ignore = [], ...extra } = {}) => ({
  ...shared,
  displayName,
  testMatch: testMatch.map((glob) => `<rootDir>/${glob}`),
  testPathIgnorePatterns: ['/node_modules/', ...ignore, ...others.map(exactly)],
  ...extra,
});

export default {
  // What waits for a condition gives up by itself; this is for what hangs, on a machine that may be busy.
  testTimeout: TEST_LONG ? 600_000 : 300_000,
  // Two for each core: end-to-end files keep a third of a core busy, and wait for processes, leases and timers.
  maxWorkers: 2 * availableParallelism(),
  // Jest gives back little of what a file took; beyond this a new process costs less than its garbage.
  workerIdleMemoryLimit: '800MB',
  testSequencer: '<rootDir>/tools/test/sequencer.mjs',
  projects: [
    project('unit', ['{apps,libs}/*/src/**/*.spec.ts', 'tools/**/*.spec.ts'], {
      ignore: ['\\.(int|e2e)\\.spec\\.ts$'],
    }),
    project('integration', ['{apps,libs}/*/src/**/*.int.spec.ts']),
    project('e2e', ['apps/api/e2e/**/*.e2e.spec.ts'], {
      globalSetup: '<rootDir>/tools/test/start-shared-product.mjs',
      globalTeardown: '<rootDir>/tools/test/end-shared-product.mjs',
    }),
    project('worker', ['apps/worker/e2e/**/*.e2e.spec.ts']),
    project('start', ['tools/**/*.e2e.spec.ts']),
    project('console', ['apps/console/e2e/**/*.e2e.spec.ts']),
  ],
};
