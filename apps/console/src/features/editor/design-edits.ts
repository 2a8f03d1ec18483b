import type { Block, ColumnsBlock, ContentBlock, MailDesign } from '@dundun/domain/mail-design';

export type AnyBlock = Block | ContentBlock | ColumnsBlock;

/** Where a block is: in the design itself (null), or in a cell of columns. */
export type Place = { columns: string; cell: number } | null;

/** A gap between blocks, into which one can be put. */
export interface Gap {
  place: Place;
  index: number;
}

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const listAt = (design: MailDesign, place: Place): AnyBlock[] => {
  if (place === null) return design.blocks;
  const columns = design.blocks.find(({ id }) => id === place.columns);
  return columns?.kind === 'columns' ? (columns.cells[place.cell] ?? []) : [];
};

function withList(design: MailDesign, place: Place, edit: (blocks: AnyBlock[]) => AnyBlock[]): MailDesign {
  if (place === null) return { ...design, blocks: edit(design.blocks).map(asTop) };
  return {
    ...design,
    blocks: design.blocks.map((block) =>
      block.kind === 'columns' && block.id === place.columns
        ? { ...block, cells: block.cells.map((cell, at) => (at === place.cell ? edit(cell).map(asContent) : cell)) }
        : block,
    ),
  };
}

const asTop = (block: AnyBlock): Block => ({ background: null, ...block }) as Block;
const asContent = (block: AnyBlock): ContentBlock => without(block, 'background') as ContentBlock;

/** Returns a copy without one key. */
export const without = (from: object, key: string): object =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name !== key));

/** Finds a block. */
export function gapOf(design: MailDesign, id: string): Gap | undefined {
  const index = design.blocks.findIndex((block) => block.id === id);
  if (index >= 0) return { place: null, index };
  for (const block of design.blocks)
    if (block.kind === 'columns')
      for (const [cell, blocks] of block.cells.entries()) {
        const inside = blocks.findIndex((each) => each.id === id);
        if (inside >= 0) return { place: { columns: block.id, cell }, index: inside };
      }
  return undefined;
}

export function blockOf(design: MailDesign, id: string): AnyBlock | undefined {
  const at = gapOf(design, id);
  return at && listAt(design, at.place)[at.index];
}

/** Returns whether the block may be put there: columns are not put into columns. */
const mayGo = (block: AnyBlock, place: Place): boolean => block.kind !== 'columns' || place === null;

export function insert(design: MailDesign, block: AnyBlock, { place, index }: Gap): MailDesign {
  if (!mayGo(block, place)) return design;
  return withList(design, place, (blocks) => [...blocks.slice(0, index), block, ...blocks.slice(index)]);
}

export function remove(design: MailDesign, id: string): MailDesign {
  const at = gapOf(design, id);
  return at ? withList(design, at.place, (blocks) => blocks.filter((block) => block.id !== id)) : design;
}

/** Moves a block into a gap, which is counted before the block leaves its place. */
export function move(design: MailDesign, id: string, to: Gap): MailDesign {
  const from = gapOf(design, id);
  const block = blockOf(design, id);
  if (!from || !block || !mayGo(block, to.place) || to.place?.columns === id) return design;
  const isSame = JSON.stringify(from.place) === JSON.stringify(to.place);
  const index = isSame && from.index < to.index ? to.index - 1 : to.index;
  return isSame && index === from.index ? design : insert(remove(design, id), block, { place: to.place, index });
}

/** Moves a block one step; out of a cell at its end, and into the cells of columns on the way. */
export function shift(design: MailDesign, id: string, by: -1 | 1): MailDesign {
  const at = gapOf(design, id);
  const block = at && blockOf(design, id);
  if (!at || !block) return design;
  const { place, index } = at;
  const next = index + by;
  const blocks = listAt(design, place);
  const neighbour = blocks[next];
  if (neighbour?.kind === 'columns' && block.kind !== 'columns') {
    const cell = by === 1 ? 0 : neighbour.cells.length - 1;
    return move(design, id, { place: { columns: neighbour.id, cell }, index: by === 1 ? 0 : Infinity });
  }
  if (neighbour) return move(design, id, { place, index: by === 1 ? next + 1 : next });
  if (place === null) return design;
  const columns = design.blocks.findIndex((each) => each.id === place.columns);
  const owner = design.blocks[columns] as ColumnsBlock;
  const cell = place.cell + by;
  if (cell >= 0 && cell < owner.cells.length)
    return move(design, id, { place: { columns: owner.id, cell }, index: by === 1 ? 0 : Infinity });
  return move(design, id, { place: null, index: by === 1 ? columns + 1 : columns });
}

export function update(design: MailDesign, id: string, change: object): MailDesign {
  const at = gapOf(design, id);
  if (!at) return design;
  return withList(design, at.place, (blocks) =>
    blocks.map((block) => (block.id === id ? ({ ...block, ...change } as AnyBlock) : block)),
  );
}

/** Returns a copy with ids of its own. */
export const copyOf = <T extends AnyBlock>(block: T): T => ({
  ...block,
  id: newId(),
  ...(block.kind === 'columns' && { cells: block.cells.map((cell) => cell.map(copyOf)) }),
});

/** Puts a copy after the block. @returns the design and the id of the copy */
export function duplicate(design: MailDesign, id: string): { design: MailDesign; id: string } {
  const at = gapOf(design, id);
  const block = blockOf(design, id);
  if (!at || !block) return { design, id };
  const copy = copyOf(block);
  return { design: insert(design, copy, { place: at.place, index: at.index + 1 }), id: copy.id };
}

/** The ids of all blocks in the order in which they are read. */
export const order = ({ blocks }: MailDesign): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'columns' ? [block.id, ...block.cells.flat().map(({ id }) => id)] : [block.id],
  );
