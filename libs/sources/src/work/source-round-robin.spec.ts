import { describe, expect, it } from '@jest/globals';
import { SourceRoundRobin, type WaitingSource } from './source-round-robin.js';

const source = (workspaceId: number, sourceId: string, kind = 'segment'): WaitingSource => ({
  workspaceId,
  sourceId,
  kind,
});
const given = (queue: SourceRoundRobin, many: number) => Array.from({ length: many }, () => queue.next()?.sourceId);

describe('the queue of sources', () => {
  it('alternates between workspaces, and between the sources of each', () => {
    const queue = new SourceRoundRobin();
    const all = [source(1, 'a'), source(1, 'b'), source(1, 'c'), source(2, 'd')];
    queue.renew(all);
    expect(given(queue, 2)).toEqual(['a', 'd']);
    for (const one of all) queue.done(one);
    queue.renew(all);
    expect(given(queue, 5)).toEqual(['b', 'd', 'c', 'a', undefined]);
  });

  it('serves one source with a mapping per workspace while other sources wait', () => {
    const queue = new SourceRoundRobin();
    const [first, second] = [source(1, 'a', 'webhook'), source(1, 'b', 'webhook')];
    queue.renew([first, second, source(1, 'c'), source(2, 'd'), source(2, 'e')]);
    expect(given(queue, 4)).toEqual(['a', 'd', 'c', 'e']);
    queue.renew([second]);
    expect(given(queue, 1)).toEqual(['b']);
    queue.done(first);
    queue.done(second);
    queue.renew([first, source(3, 'f')]);
    expect(given(queue, 2)).toEqual(['f', 'a']);
  });
});
