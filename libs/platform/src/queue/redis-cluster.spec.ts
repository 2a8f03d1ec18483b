import { describe, expect, it } from '@jest/globals';
import { clusterNodes } from './redis-cluster.js';

describe('clusterNodes', () => {
  it.each([
    ['one:6379', ['redis://one:6379']],
    ['one:6379,two:6380', ['redis://one:6379', 'redis://two:6380']],
    ['redis://one:6379,two:6380', ['redis://one:6379', 'redis://two:6380']],
    ['rediss://:p%40ss@one:6379', ['rediss://:p%40ss@one:6379']],
    ['rediss://ada:secret@one:6379,two:6380', ['rediss://ada:secret@one:6379', 'rediss://ada:secret@two:6380']],
  ])('reads %s', (text, nodes) => expect(clusterNodes(text).map(({ href }) => href)).toEqual(nodes));
});
