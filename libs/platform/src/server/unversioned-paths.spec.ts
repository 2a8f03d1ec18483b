import { expect, it } from '@jest/globals';
import { UnversionedPaths } from './unversioned-paths.js';

const paths = new UnversionedPaths();
for (const path of ['/v1/things', '/v1/things/:id', '/v1/pages', '/pages/:token', '/health', '*']) paths.add(path);

it.each(['/things', '/things/1', '/things?limit=1', '/things/'])('rewrites %s, which is an alias', (url) => {
  expect(paths.rewrite(url)).toBe(`/v1${url}`);
});

it.each(['/v1/things', '/thingsandmore', '/health', '/pages/x', '/', '', '*', '//things', '/nowhere'])(
  'leaves %p as it is',
  (url) => {
    expect(paths.rewrite(url)).toBe(url);
  },
);
