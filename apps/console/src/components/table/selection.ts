'use client';

import { useState } from 'react';

/** Rows that are chosen: some by id, or all that match the filter except some. */
export type Selection = { all: false; ids: ReadonlySet<string> } | { all: true; except: ReadonlySet<string> };

export const NOTHING: Selection = { all: false, ids: new Set() };

export const isSelected = (selection: Selection, id: string) =>
  selection.all ? !selection.except.has(id) : selection.ids.has(id);

/** @param matching how many rows match the filter; null if unknown */
export const sizeOf = (selection: Selection, matching: number | null) =>
  selection.all ? Math.max(0, (matching ?? 0) - selection.except.size) : selection.ids.size;

/** Returns the selection with these rows chosen or not. */
export function withRows(selection: Selection, ids: readonly string[], chosen: boolean): Selection {
  const kept = new Set(selection.all ? selection.except : selection.ids);
  for (const id of ids) {
    if (chosen === selection.all) kept.delete(id);
    else kept.add(id);
  }
  return selection.all ? { all: true, except: kept } : { all: false, ids: kept };
}

/** Returns the ids from one row to another, in the order of the rows. */
export function between(rows: readonly string[], from: string | null, to: string): string[] {
  const [start, end] = [rows.indexOf(from ?? to), rows.indexOf(to)];
  return start < 0 || end < 0 ? [to] : rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/**
 * The selection of a table. It outlives its page, so that rows of several pages can be chosen, and ends with another filter.
 * @param filter a text that differs for each filter
 */
export function useSelection(filter: string) {
  const [held, setHeld] = useState<{ filter: string; selection: Selection }>({ filter, selection: NOTHING });
  const selection = held.filter === filter ? held.selection : NOTHING;
  const set = (next: Selection) => setHeld({ filter, selection: next });
  return {
    selection,
    set,
    selectAll: () => set({ all: true, except: new Set() }),
    clear: () => set(NOTHING),
  };
}

export type SelectionState = ReturnType<typeof useSelection>;
