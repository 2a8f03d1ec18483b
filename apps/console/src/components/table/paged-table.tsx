'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { Pager } from '@/components/ui/pager';
import type { useCursors } from '@/lib/use-cursors';
import type { Column } from './columns';
import { DataTable, DataTableSkeleton } from './data-table';
import type { SelectionState } from './selection';

interface PageOf<Row> {
  data: Row[];
  next_cursor: string | null;
  previous_cursor: string | null;
}

interface PagedTableProps<Row extends RowData> {
  caption: string;
  columns: Column<Row>[];
  query: UseQueryResult<PageOf<Row>>;
  rowId: (row: Row) => string;
  cursors: Pick<ReturnType<typeof useCursors>, 'newer' | 'older'>;
  isEmpty: boolean;
  /** Shown instead of the table when there are no rows. */
  empty: ReactNode;
  selection?: SelectionState;
  /** Names a row for its checkbox. */
  nameOf?: (row: Row) => string;
  /** Rows of the skeleton. */
  rows?: number;
}

/** A page of rows from the API: its skeleton, its error with a retry, its table and the buttons to other pages. */
export function PagedTable<Row extends RowData>(props: PagedTableProps<Row>) {
  const { caption, columns, query, rowId, cursors, isEmpty, empty, rows, selection, nameOf } = props;
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <DataTableSkeleton caption={caption} rows={rows} />;
  if (isEmpty) return empty;
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={data.data}
        rowId={rowId}
        stale={isPlaceholderData}
        selection={selection}
        nameOf={nameOf}
      />
      <Pager newer={data.previous_cursor} older={data.next_cursor} onNewer={cursors.newer} onOlder={cursors.older} />
    </>
  );
}
