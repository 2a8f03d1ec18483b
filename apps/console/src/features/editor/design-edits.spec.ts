import { describe, expect, it } from '@jest/globals';
import type { MailDesign } from '@dundun/domain/mail-design';
import { duplicate, gapOf, insert, move, order, remove, shift, update } from './design-edits';

const line = (id: string) => ({ id, kind: 'divider', when: null, thickness: 1 }) as const;
const top = (id: string) => ({ ...line(id), background: null });
const design = {
  format: 1,
  blocks: [
    top('a'),
    { id: 'c', kind: 'columns', when: null, background: null, layout: '1-1', cells: [[line('x')], [line('y')]] },
    top('b'),
  ],
} as unknown as MailDesign;

describe('editing a design', () => {
  it('moves a block one step, through the cells of columns', () => {
    const seen = [];
    let now = design;
    for (let step = 0; step < 6; step++) {
      now = shift(now, 'a', 1);
      seen.push(gapOf(now, 'a'));
    }
    expect(seen).toEqual([
      { place: { columns: 'c', cell: 0 }, index: 0 },
      { place: { columns: 'c', cell: 0 }, index: 1 },
      { place: { columns: 'c', cell: 1 }, index: 0 },
      { place: { columns: 'c', cell: 1 }, index: 1 },
      { place: null, index: 1 },
      { place: null, index: 2 },
    ]);
    for (let step = 0; step < 6; step++) now = shift(now, 'a', -1);
    expect(now).toEqual(design);
    expect(shift(design, 'b', 1)).toBe(design);
  });

  it('moves columns past blocks, never into columns', () => {
    expect(order(shift(design, 'c', 1))).toEqual(['a', 'b', 'c', 'x', 'y']);
    expect(move(design, 'c', { place: { columns: 'c', cell: 0 }, index: 0 })).toBe(design);
    expect(
      insert(design, { ...design.blocks[1], id: 'd' } as never, { place: { columns: 'c', cell: 0 }, index: 0 }),
    ).toBe(design);
  });

  it('counts a gap before the block leaves its place', () => {
    expect(order(move(design, 'a', { place: null, index: 3 }))).toEqual(['c', 'x', 'y', 'b', 'a']);
    expect(move(design, 'a', { place: null, index: 1 })).toBe(design);
    expect(order(move(design, 'b', { place: null, index: 0 }))).toEqual(['b', 'a', 'c', 'x', 'y']);
  });

  it('leaves a background to the blocks of the design itself', () => {
    const inside = update(design, 'a', { background: '#112233' });
    const moved = move(inside, 'a', { place: { columns: 'c', cell: 0 }, index: 0 });
    expect(JSON.stringify(moved)).not.toContain('#112233');
  });

  it('duplicates a block with ids of its own', () => {
    const { design: two, id } = duplicate(design, 'c');
    expect(order(two)).toHaveLength(8);
    expect(new Set(order(two)).size).toBe(8);
    expect(gapOf(two, id)).toEqual({ place: null, index: 2 });
    expect(order(remove(two, id))).toEqual(order(design));
  });
});
