import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import ts from 'typescript-eslint';
import { roles } from './tools/lint/roles.mjs';
import { allZones, checkRooms } from './tools/lint/rooms.mjs';

const only = (sourceTag, ...onlyDependOnLibsWithTags) => ({ sourceTag, onlyDependOnLibsWithTags });
const base = ['type:platform', 'type:providers', 'type:contracts', 'type:domain'];

/** Which way the arrows point. Two axes: where code may run, and what kind of room it is. */
const boundaries = [
  only('runtime:js', 'runtime:js'),
  only('runtime:node', 'runtime:node', 'runtime:js'),
  only('runtime:nest', 'runtime:nest', 'runtime:node', 'runtime:js'),
  only('runtime:next', 'runtime:js'),
  only('type:domain'),
  only('type:client'),
  only('type:contracts', 'type:domain'),
  only('type:providers', 'type:domain'),
  only('type:platform', 'type:contracts', 'type:domain'),
  only('type:app', 'type:feature', ...base),
  only('type:console', 'type:client', 'type:domain'),
  only('type:sdk', 'type:sdk', 'type:client'),
  only('type:testing', 'type:feature', ...base),
  only('feature:accounts', ...base),
  only('feature:people', 'feature:accounts', ...base),
  only('feature:messaging', 'feature:people', 'feature:accounts', ...base),
  only('feature:events', 'feature:people', 'feature:accounts', ...base),
  only('feature:lists', 'feature:people', 'feature:accounts', ...base),
  only('feature:subscribers', 'feature:lists', 'feature:messaging', 'feature:people', 'feature:accounts', ...base),
  only(
    'feature:users',
    'feature:segments',
    'feature:subscribers',
    'feature:lists',
    'feature:events',
    'feature:messaging',
    'feature:people',
    'feature:accounts',
    ...base,
  ),
  only(
    'feature:bulk',
    'feature:users',
    'feature:segments',
    'feature:subscribers',
    'feature:lists',
    'feature:events',
    'feature:messaging',
    'feature:people',
    'feature:accounts',
    ...base,
  ),
  only('feature:sources', 'feature:users', 'feature:events', 'feature:people', 'feature:accounts', ...base),
  only('feature:segments', 'feature:lists', 'feature:events', 'feature:people', 'feature:accounts', ...base),
  only(
    'feature:campaigns',
    'feature:insights',
    'feature:segments',
    'feature:messaging',
    'feature:lists',
    'feature:people',
    'feature:accounts',
    ...base,
  ),
  only(
    'feature:automations',
    'feature:insights',
    'feature:webhooks',
    'feature:subscribers',
    'feature:segments',
    'feature:messaging',
    'feature:lists',
    'feature:events',
    'feature:people',
    'feature:accounts',
    ...base,
  ),
  only('feature:webhooks', 'feature:accounts', ...base),
  only('feature:insights', 'feature:events', 'feature:people', 'feature:accounts', ...base),
];

/** A constructor parameter of a class that Nest creates, without a decorator. */
const TOKENLESS = {
  selector: [
    'ClassDeclaration:has(> Decorator[expression.callee.name=/^(Injectable|Controller|Module)$/])',
    'ClassBody > MethodDefinition[kind="constructor"] > FunctionExpression > .params:not(:has(> Decorator))',
  ].join(' > '),
  message: 'Name the token with @Inject, see ADR 19.',
};

/** `AS "camelCase"` in SQL. */
const CAMEL_CASE = {
  selector: ['TemplateElement[value.raw', 'Literal[value'].map((text) => `${text}=/\\bAS "[a-z]+[A-Z]/]`).join(', '),
  message: 'Rows are snake_case, as their columns are.',
};

/** The service: published clients and the console have files of other kinds. */
const SERVICE = ['libs/!(client|mcp|sdk-*|testing)/src/**/*.ts', 'apps/!(console)/src/**/*.ts'];
const NOT_SERVICE = ['**/*.spec.ts', '**/testing*', '**/testing/**'];

const root = import.meta.dirname;
checkRooms(root);

export default ts.config(
  { ignores: ['**/dist', '**/.next', '**/node_modules', '**/generated', '**/next-env.d.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    plugins: { '@nx': nx },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'none' }],
      '@typescript-eslint/consistent-type-imports': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'The environment is read once, in libs/platform/src/config.' },
        { object: 'URL', property: 'canParse', message: 'Wrong on Node 20 beyond ASCII: urlOf of @dundun/domain.' },
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          // End-to-end tests call the service with the published client too; nothing of the product does.
          // The api and the worker ask the migrator which migrations they need.
          allow: ['@dundun/testing', '@dundun/testing/*', '@dundun/node', '@dundun/migrator/migrations'],
          depConstraints: boundaries,
          // Only spec files of platform use the testing library; the product does not.
          ignoredCircularDependencies: [['@dundun/testing', '@dundun/platform']],
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'bullmq', message: 'Jobs go through @dundun/platform/jobs.' },
            {
              name: '@nestjs/common',
              importNames: ['Optional'],
              message: 'Did you mean a field decorator of @dundun/contracts?',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['libs/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({ extensionAlias: { '.js': ['.ts', '.js'] }, conditionNames: ['@dundun/source', 'import'] }),
      ],
    },
    rules: { 'import-x/no-restricted-paths': ['error', { basePath: root, zones: allZones(root) }] },
  },
  {
    files: ['libs/*/src/**/*.ts', 'apps/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', TOKENLESS, CAMEL_CASE] },
  },
  {
    files: SERVICE,
    ignores: NOT_SERVICE,
    plugins: { house: { rules: { roles } } },
    rules: { 'house/roles': 'error' },
  },
  {
    files: ['libs/platform/src/**/*.ts'],
    ignores: NOT_SERVICE,
    rules: { 'house/roles': ['error', { platform: true }] },
  },
  {
    // What a database needs to run at all, and migrations, are statements throughout.
    files: ['libs/platform/src/database/**/*.ts', 'apps/migrator/src/**/*.ts'],
    ignores: NOT_SERVICE,
    rules: { 'house/roles': ['error', { platform: true, sql: false }] },
  },
  { files: ['libs/platform/src/queue/**', '**/src/queue/**'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['libs/platform/src/config/**', 'libs/testing/**', '**/*.spec.ts', '**/e2e/**', '**/*.mjs'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        setImmediate: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        AbortSignal: 'readonly',
        AbortController: 'readonly',
      },
    },
  },
  prettier,
);
