'use client';

import { tableFeatures, type ColumnDef, type RowData } from '@tanstack/react-table';
import { parseAsArrayOf, parseAsString, useQueryState } from 'nuqs';

export const features = tableFeatures({});

declare module '@tanstack/react-table' {
  // The names must be those of the interface that this adds to.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- as above
  interface ColumnMeta<in out TFeatures, in out TData, TValue> {
    /** Classes of the column's cells and header: widths, and the screen size from which it is shown. */
    className?: string;
    /** The header sorts by this column; true if numbers and dates start with the largest. */
    sortable?: 'ascending' | 'descending';
    /** The column's name in the menu of columns; without one it cannot be hidden. */
    label?: string;
  }
}

export type Column<Row extends RowData> = ColumnDef<typeof features, Row>;

const parser = parseAsArrayOf(parseAsString).withOptions({ history: 'replace' });

/** The columns of a table that are hidden or shown by choice, stored in the URL as `?columns=plan,country`. */
export function useColumns<Row extends RowData>(columns: Column<Row>[], initial: readonly string[]) {
  const [chosen, set] = useQueryState('columns', parser);
  const shown = chosen ?? initial;
  const choices = columns.flatMap(({ id, meta }) => (id && meta?.label ? [{ id, label: meta.label }] : []));
  return {
    columns: columns.filter(({ id, meta }) => !meta?.label || shown.includes(id ?? '')),
    choices: choices.map((choice) => ({ ...choice, isShown: shown.includes(choice.id) })),
    toggle: (id: string) => {
      const next = shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id];
      const isInitial = next.length === initial.length && initial.every((each) => next.includes(each));
      void set(isInitial ? null : next);
    },
  };
}

export type ColumnChoice = ReturnType<typeof useColumns>['choices'][number];
