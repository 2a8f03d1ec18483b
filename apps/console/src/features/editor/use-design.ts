'use client';

import type { Block, BlockKind, MailDesign } from '@dundun/domain/mail-design';
import { useMemo, useRef, useState } from 'react';
import { useWorkspace } from '@/features/workspace/queries';
import type { Brand } from './brand';
import {
  blockOf,
  copyOf,
  duplicate,
  gapOf,
  insert,
  move,
  order,
  remove,
  shift,
  update,
  type AnyBlock,
  type Gap,
} from './design-edits';
import { KINDS, newBlock } from './new-block';
import { words } from './words';

export interface DesignActions {
  select: (id: string | null) => void;
  /** Moves the focus into the settings of the block. */
  edit: () => void;
  add: (block: Block) => void;
  update: (id: string, change: object, key?: string) => void;
  shift: (id: string, by: -1 | 1) => void;
  duplicate: (id: string) => void;
  remove: (id: string) => void;
  drop: (moved: string, added: string, gap: Gap) => void;
  /** The block that the canvas has to focus next. */
  toFocus: string | null;
  focused: () => void;
  /** Changes when the text of blocks was replaced from outside, by undo or another language. */
  generation: number;
}

interface Given {
  design: MailDesign;
  change: (next: MailDesign, key?: string) => void;
  generation: number;
  onEdit: () => void;
}

/** What the canvas, the palette and the panels do with a design. */
export function useDesign({ design, change, generation, onEdit }: Given) {
  const [selected, select] = useState<string | null>(null);
  const [toFocus, setToFocus] = useState<string | null>(null);
  const [said, say] = useState('');
  const now = useRef(design);
  now.current = design;
  const brand = useRef<Brand>(undefined);
  brand.current = useWorkspace().data;
  const actions = useMemo((): DesignActions => {
    const put = (block: AnyBlock, gap: Gap) => {
      change(insert(now.current, block, gap));
      select(block.id);
      setToFocus(block.id);
    };
    const gapAfterSelected = (isWide: boolean): Gap => {
      const at = selected === null ? undefined : gapOf(now.current, selected);
      // Into columns that still have an empty one, which the keyboard could not reach otherwise.
      const columns = selected === null ? undefined : blockOf(now.current, selected);
      const cell = columns?.kind === 'columns' && !isWide ? columns.cells.findIndex(({ length }) => length === 0) : -1;
      if (columns && cell >= 0) return { place: { columns: columns.id, cell }, index: 0 };
      return at ? { place: at.place, index: at.index + 1 } : { place: null, index: now.current.blocks.length };
    };
    return {
      select,
      edit: onEdit,
      add: (block) => {
        const gap = gapAfterSelected(block.kind === 'columns');
        const isTooDeep = block.kind === 'columns' && gap.place !== null;
        put(block, isTooDeep ? { place: null, index: now.current.blocks.length } : gap);
      },
      update: (id, what, key) => change(update(now.current, id, what), `${id} ${key ?? Object.keys(what).join()}`),
      shift: (id, by) => {
        const next = shift(now.current, id, by);
        change(next);
        setToFocus(id);
        const ids = order(next);
        say(words.moved({ at: ids.indexOf(id) + 1, of: ids.length }));
      },
      duplicate: (id) => {
        const copy = duplicate(now.current, id);
        change(copy.design);
        select(copy.id);
        setToFocus(copy.id);
      },
      remove: (id) => {
        const ids = order(now.current);
        const gone = blockOf(now.current, id);
        const next = remove(now.current, id);
        const left = order(next);
        const at = ids.indexOf(id);
        const neighbour = left[Math.min(at, left.length - 1)] ?? null;
        change(next);
        select(neighbour);
        setToFocus(neighbour);
        if (gone) say(words.removed({ kind: words.kinds[gone.kind] }));
      },
      drop: (moved, added, gap) => {
        if (moved) {
          change(move(now.current, moved, gap));
          setToFocus(moved);
        } else if (KINDS.includes(added as BlockKind)) put(newBlock(added as BlockKind, brand.current), gap);
        else if (added.startsWith('{')) put(copyOf(JSON.parse(added) as Block), gap);
      },
      toFocus,
      focused: () => setToFocus(null),
      generation,
    };
  }, [change, generation, onEdit, selected, toFocus]);
  return { selected, actions, said };
}
