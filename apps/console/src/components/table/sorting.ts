'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';

/** The column that rows are sorted by. */
export interface Sort {
  by: string;
  descending: boolean;
}

/** Reads "-created" as descending by created. */
export const sortOf = (text: string): Sort => ({ by: text.replace(/^-/, ''), descending: text.startsWith('-') });
export const sortText = ({ by, descending }: Sort) => `${descending ? '-' : ''}${by}`;

/**
 * The sort of a table, stored in the URL as `?sort=-created`.
 * @param columns the ids that may be sorted by
 */
export function useSort(columns: readonly string[], initial: string) {
  const known = columns.flatMap((column) => [column, `-${column}`]);
  const parser = parseAsStringLiteral(known).withDefault(initial).withOptions({ history: 'push' });
  const [text, set] = useQueryState('sort', parser);
  return { sort: sortOf(text), setSort: (next: Sort) => void set(sortText(next)) };
}

type Sortable = string | number | null | undefined;

/** Returns rows that are all here in the order of a sort; empty values come last in both directions. */
export function sorted<Row>(rows: readonly Row[], { descending }: Sort, valueOf: (row: Row) => Sortable): Row[] {
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const compare = (one: Sortable, other: Sortable) =>
    typeof one === 'number' && typeof other === 'number' ? one - other : collator.compare(String(one), String(other));
  const isEmpty = (value: Sortable) => value === null || value === undefined || value === '';
  return [...rows].sort((a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (isEmpty(one) || isEmpty(other)) return Number(isEmpty(one)) - Number(isEmpty(other));
    return descending ? compare(other, one) : compare(one, other);
  });
}
