import { describe, expect, it } from '@jest/globals';
import { RouteMethods } from './route-methods.js';

describe('RouteMethods', () => {
  const methods = new RouteMethods();
  methods.add('GET', '/v1/lists/:id');
  methods.add(['PUT', 'GET'], '/v1/lists/:id');
  methods.add('POST', '/v1/lists');
  methods.add('GET', '/v1/lists/export.csv');
  methods.add('GET', '/docs/*');
  methods.add('GET', '/');

  it.each([
    ['/v1/lists/abc', ['GET', 'PUT']],
    ['/v1/lists/abc/', ['GET', 'PUT']],
    ['/v1/lists', ['POST']],
    ['/v1/lists/export.csv', ['GET', 'PUT']],
    ['/v1/lists/exportxcsv', ['GET', 'PUT']],
    ['/v1/lists/a/b', []],
    ['/v1/lists//', []],
    ['/docs/swagger.js', []],
    ['/', ['GET']],
    ['', ['GET']],
  ])('knows the methods of %s', (path, known) => {
    expect(methods.of(path)).toEqual(known);
  });
});
