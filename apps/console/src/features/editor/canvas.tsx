'use client';

import type { ColumnsBlock, MailDesign, RichText } from '@dundun/domain/mail-design';
import { ArrowDown, ArrowUp, BookmarkPlus, Copy, Filter, GripVertical, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { BlockView, lookOn, textStyle, type Look } from './block-view';
import { order, type AnyBlock, type Gap, type Place } from './design-edits';
import { RichEditor } from './rich-editor';
import type { DesignActions } from './use-design';
import { words } from './words';

/** What is dragged: a block of the mail, or a new one. */
const MOVED = 'application/x-dundun-block';
export const ADDED = 'application/x-dundun-new';

interface CanvasProps {
  design: MailDesign;
  selected: string | null;
  actions: DesignActions;
  onSaveBlock: (block: AnyBlock) => void;
}

/** The mail as blocks: chosen, moved and written in place, by pointer or by keys. */
export function Canvas({ design, selected, actions, onSaveBlock }: CanvasProps) {
  const { theme, blocks } = design;
  const ids = order(design);
  const [gap, setGap] = useState<string | null>(null);
  const [writing, setWriting] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const focus = (id: string) => root.current?.querySelector<HTMLElement>(`[data-block="${id}"]`)?.focus();

  useEffect(() => {
    if (actions.toFocus === null) return;
    focus(actions.toFocus);
    actions.focused();
  }, [actions]);

  const keys = (event: KeyboardEvent, block: AnyBlock) => {
    if (event.target !== event.currentTarget) return;
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const isMod = event.ctrlKey || event.metaKey;
    if (by !== 0) {
      event.preventDefault();
      if (event.altKey) actions.shift(block.id, by);
      else {
        const next = ids[ids.indexOf(block.id) + by];
        if (next) focus(next);
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      actions.select(block.id);
      if ('text' in block) setWriting(block.id);
      else actions.edit();
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      actions.remove(block.id);
    } else if (isMod && event.key.toLowerCase() === 'd') {
      event.preventDefault();
      actions.duplicate(block.id);
    }
  };

  const over = (event: DragEvent, at: Gap) => {
    const types = event.dataTransfer.types;
    if (!types.includes(MOVED) && !types.includes(ADDED)) return;
    event.preventDefault();
    event.stopPropagation();
    setGap(JSON.stringify(at));
  };
  const gapAt = (event: DragEvent, place: Place, index: number): Gap => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    return { place, index: event.clientY > top + height / 2 ? index + 1 : index };
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const at = gap === null ? null : (JSON.parse(gap) as Gap);
    setGap(null);
    if (at) actions.drop(event.dataTransfer.getData(MOVED), event.dataTransfer.getData(ADDED), at);
  };

  const line = (place: Place, index: number) =>
    gap === JSON.stringify({ place, index }) ? (
      <div className="mx-2 h-1 rounded bg-primary" aria-hidden="true" />
    ) : null;

  const show = (block: AnyBlock, place: Place, index: number, look: Look): ReactNode => {
    const isSelected = selected === block.id;
    const at = ids.indexOf(block.id) + 1;
    const kind = words.kinds[block.kind];
    const isWriting = writing === block.id && 'text' in block;
    return (
      <div key={block.id} role="listitem">
        {line(place, index)}
        <div
          role="group"
          data-block={block.id}
          aria-label={words.position({ kind, at, of: ids.length })}
          aria-current={isSelected || undefined}
          tabIndex={0}
          onKeyDown={(event) => keys(event, block)}
          onFocus={(event) => event.target === event.currentTarget && actions.select(block.id)}
          onClick={(event) => {
            event.stopPropagation();
            actions.select(block.id);
            if ('text' in block) setWriting(block.id);
          }}
          onDragOver={(event) => over(event, gapAt(event, place, index))}
          onDrop={drop}
          className={cn(
            'group/block relative outline-offset-[-2px] hover:outline-2 hover:outline-ring/40',
            isSelected && 'z-10 outline-2! outline-ring!',
          )}
        >
          {isSelected && !isWriting && (
            <BlockTools block={block} actions={actions} onSave={() => onSaveBlock(block)} isLast={at === ids.length} />
          )}
          {block.when && (
            <span
              className="absolute top-1 right-1 z-10 inline-flex items-center gap-1 rounded-full bg-tint px-2 py-0.5 text-[11px] font-medium text-on-tint"
              title={words.conditional}
            >
              <Filter className="size-3" aria-hidden="true" /> {block.when.variable}
            </span>
          )}
          <BlockView
            block={block}
            look={look}
            editor={
              isWriting ? (
                <div style={textStyle(block, look)} onClick={(event) => event.stopPropagation()}>
                  <RichEditor
                    key={`${block.id} ${actions.generation}`}
                    value={(block as { text: RichText }).text}
                    label={words.textOf({ kind })}
                    autoFocus
                    onChange={(text) => actions.update(block.id, { text }, 'text')}
                    onLeave={() => {
                      setWriting(null);
                      requestAnimationFrame(() => focus(block.id));
                    }}
                  />
                </div>
              ) : undefined
            }
            cells={block.kind === 'columns' ? cells(block, look) : undefined}
          />
        </div>
      </div>
    );
  };

  const cells = (block: ColumnsBlock, look: Look): ReactNode[] =>
    block.cells.map((cell, number) => {
      const place = { columns: block.id, cell: number };
      return (
        <div
          key={number}
          role="list"
          className="min-h-16 min-w-0"
          onDragOver={(event) => cell.length === 0 && over(event, { place, index: 0 })}
          onDrop={drop}
        >
          {cell.map((each, index) => show(each, place, index, look))}
          {cell.length === 0 && (
            <div
              role="listitem"
              className={cn(
                'm-2 grid min-h-16 place-items-center rounded-lg border-2 border-dashed text-[12px]',
                gap === JSON.stringify({ place, index: 0 }) && 'border-primary!',
              )}
              style={{ color: look.text, borderColor: '#b9b4a8' }}
            >
              {words.emptyCell}
            </div>
          )}
          {cell.length > 0 && line(place, cell.length)}
        </div>
      );
    });

  return (
    <div
      ref={root}
      className="min-h-80 overflow-x-hidden rounded-xl border px-3 py-8"
      style={{ background: theme.background, colorScheme: 'light' }}
      onClick={() => {
        setWriting(null);
        actions.select(null);
      }}
      onDragOver={(event) => over(event, { place: null, index: blocks.length })}
      onDragLeave={(event) => event.currentTarget === event.target && setGap(null)}
      onDrop={drop}
    >
      <div className="mx-auto" style={{ maxWidth: theme.width }} role="list" aria-label={words.canvas}>
        {blocks.map((block, index) => (
          <div key={block.id} role="presentation" style={{ background: block.background ?? theme.surface }}>
            {show(block, null, index, lookOn(theme, block.background))}
          </div>
        ))}
        {line(null, blocks.length)}
      </div>
      {blocks.length === 0 && (
        <p
          className="mx-auto max-w-sm rounded-xl border-2 border-dashed p-10 text-center text-sm"
          style={{ color: '#55524b', borderColor: '#b9b4a8' }}
        >
          {words.emptyCanvas}
        </p>
      )}
    </div>
  );
}

interface BlockToolsProps {
  block: AnyBlock;
  actions: DesignActions;
  onSave: () => void;
  isLast: boolean;
}

/** What can be done with the selected block; every drag has a button. */
function BlockTools({ block, actions, onSave }: BlockToolsProps) {
  const tool = (label: string, icon: ReactNode, press: () => void) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        press();
      }}
      className="grid size-7 place-items-center rounded-md text-muted hover:bg-sunken hover:text-foreground [&_svg]:size-4"
    >
      {icon}
    </button>
  );
  return (
    <div
      role="toolbar"
      aria-label={words.kinds[block.kind]}
      className="absolute -top-9 left-1 z-20 flex items-center gap-0.5 rounded-lg border bg-surface p-0.5 shadow-lifted"
    >
      <span
        draggable
        title={words.drag}
        onDragStart={(event) => {
          event.dataTransfer.setData(MOVED, block.id);
          event.dataTransfer.effectAllowed = 'move';
        }}
        className="grid size-7 cursor-grab place-items-center text-muted"
      >
        <GripVertical className="size-4" aria-hidden="true" />
      </span>
      {tool(words.up, <ArrowUp />, () => actions.shift(block.id, -1))}
      {tool(words.down, <ArrowDown />, () => actions.shift(block.id, 1))}
      {tool(words.duplicate, <Copy />, () => actions.duplicate(block.id))}
      {tool(words.saveBlock, <BookmarkPlus />, onSave)}
      {tool(words.remove, <Trash2 />, () => actions.remove(block.id))}
    </div>
  );
}
