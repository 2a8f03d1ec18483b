import { availableParallelism } from 'node:os';
import { esmPackages } from './tools/esm-packages.mjs';

const root = new URL('./', import.meta.url).pathname;
const swc = (parser) => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      target: 'es2022',
      parser,
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      keepClassNames: true,
    },
    module: { type: 'commonjs', strict: true },
    sourceMaps: 'inline',
  },
];
const esm = esmPackages(root).map((name) => name.replace(/[.+]/g, '\\$&'));

const shared = {
  rootDir: root,
  testEnvironment: 'node',
  // Tests run the libraries from their sources; what they spawn runs from dist.
  testEnvironmentOptions: { customExportConditions: ['@dundun/source', 'node', 'node-addons'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.tsx?$': swc({ syntax: 'typescript', decorators: true }),
    '^.+\\.m?js$': swc({ syntax: 'ecmascript' }),
  },
  // Jest on Node 20 cannot require an ES module, so every ESM package is turned into CommonJS.
  transformIgnorePatterns: [`/node_modules/(?!(${esm.join('|')})/)`],
  modulePathIgnorePatterns: ['/dist/', '/\\.next/'],
};
const project = (displayName, testMatch, extra = {}) => ({ ...shared, displayName, testMatch, ...extra });
const int = ['<rootDir>/{apps,libs}/*/src/**/*.int.spec.ts'];

export default {
  testTimeout: 30_000,
  // One more than cores: most of our suites wait for processes and a database.
  maxWorkers: availableParallelism() + 1,
  // Jest gives back little of what a file took; beyond this a new process costs less than its garbage.
  workerIdleMemoryLimit: '800MB',
  projects: [
    project('unit', ['<rootDir>/{apps,libs}/*/src/**/*.spec.ts', '<rootDir>/tools/**/*.spec.ts'], {
      testPathIgnorePatterns: ['/node_modules/', '\\.(int|e2e)\\.spec\\.ts$'],
    }),
    project('integration', int),
    project('e2e', ['<rootDir>/apps/{api,worker}/e2e/**/*.e2e.spec.ts'], {
      globalSetup: '<rootDir>/tools/test/start-shared-product.mjs',
      globalTeardown: '<rootDir>/tools/test/end-shared-product.mjs',
    }),
    project('start', ['<rootDir>/tools/**/*.e2e.spec.ts']),
    project('console', ['<rootDir>/apps/console/e2e/**/*.e2e.spec.ts']),
  ],
};
