import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RoundRobin } from './round-robin.js';

const filled = (...items: [string, number][]) => {
  const turns = new RoundRobin<number>();
  for (const [queue, item] of items) turns.add(queue, item);
  return turns;
};
const drained = (turns: RoundRobin<number>, isOpen?: (queue: string) => boolean) => {
  const taken: string[] = [];
  for (let next = turns.next(isOpen); next; next = turns.next(isOpen)) taken.push(`${next.queue}${next.item}`);
  return taken;
};

describe('RoundRobin', () => {
  it('serves every queue once before serving one again, each in its order', () => {
    const turns = filled(['a', 1], ['a', 2], ['a', 3], ['b', 1], ['c', 1], ['c', 2]);
    expect(drained(turns)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  it('skips closed queues, which keep their turn', () => {
    const turns = filled(['a', 1], ['a', 2], ['b', 1], ['b', 2]);
    expect(drained(turns, (queue) => queue === 'b')).toEqual(['b1', 'b2']);
    expect(turns.next(() => false)).toBeUndefined();
    expect(drained(turns)).toEqual(['a1', 'a2']);
  });

  it('counts waiting items and returns all of them', () => {
    const turns = filled(['a', 1], ['a', 2], ['b', 3]);
    expect([turns.size, turns.sizeOf('a'), turns.sizeOf('b'), turns.sizeOf('c')]).toEqual([3, 2, 1, 0]);
    expect(turns.clear()).toEqual([1, 2, 3]);
    expect([turns.size, turns.sizeOf('a'), turns.next()]).toEqual([0, 0, undefined]);
  });

  it('loses and repeats nothing, and serves at most one item of another queue first', () => {
    const items = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat()), { maxLength: 60 });
    fc.assert(
      fc.property(items, (given) => {
        const turns = filled(...given.map(([queue], index): [string, number] => [queue, index]));
        const taken = drained(turns);
        expect([...taken].sort()).toEqual(given.map(([queue], index) => `${queue}${index}`).sort());
        for (const queue of ['a', 'b', 'c']) {
          const own = taken.filter((each) => each.startsWith(queue)).map((each) => Number(each.slice(1)));
          expect(own).toEqual([...own].sort((x, y) => x - y));
        }
      }),
    );
  });
});
