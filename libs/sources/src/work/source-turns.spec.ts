import { describe, expect, it } from '@jest/globals';
import { SourceTurns, type WaitingSource } from './source-turns.js';

const source = (workspaceId: number, sourceId: string, kind = 'segment'): WaitingSource => ({
  workspaceId,
  sourceId,
  kind,
});
const given = (turns: SourceTurns, many: number) => Array.from({ length: many }, () => turns.next()?.sourceId);

describe('the turns of sources', () => {
  it('go round the workspaces, and round the sources of each', () => {
    const turns = new SourceTurns();
    const all = [source(1, 'a'), source(1, 'b'), source(1, 'c'), source(2, 'd')];
    turns.renew(all);
    expect(given(turns, 2)).toEqual(['a', 'd']);
    for (const one of all) turns.done(one);
    turns.renew(all);
    expect(given(turns, 5)).toEqual(['b', 'd', 'c', 'a', undefined]);
  });

  it('give one workspace one runner for its mappings as long as others wait', () => {
    const turns = new SourceTurns();
    const [first, second] = [source(1, 'a', 'webhook'), source(1, 'b', 'webhook')];
    turns.renew([first, second, source(1, 'c'), source(2, 'd'), source(2, 'e')]);
    expect(given(turns, 4)).toEqual(['a', 'd', 'c', 'e']);
    turns.renew([second]);
    expect(given(turns, 1)).toEqual(['b']);
    turns.done(first);
    turns.done(second);
    turns.renew([first, source(3, 'f')]);
    expect(given(turns, 2)).toEqual(['f', 'a']);
  });
});
