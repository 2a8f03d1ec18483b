import { tableFeatures, useTable, type ColumnDef, type RowData } from '@tanstack/react-table';
import { cn } from '@/lib/cn';
import { Skeleton } from './skeleton';
import { words } from './words';

const features = tableFeatures({});

declare module '@tanstack/react-table' {
  // The names must be those of the interface that this adds to.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- as above
  interface ColumnMeta<in out TFeatures, in out TData, TValue> {
    /** Classes of the column's cells and header: widths, and the screen size from which it is shown. */
    className?: string;
  }
}

export type Column<Row extends RowData> = ColumnDef<typeof features, Row>;

interface DataTableProps<Row extends RowData> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** The rows still belong to the previous page. */
  stale?: boolean;
}

/** Shows rows that the server has sorted, filtered and paged. */
export function DataTable<Row extends RowData>({ caption, columns, rows, rowId, stale }: DataTableProps<Row>) {
  const table = useTable({ features, columns, data: rows, getRowId: rowId });
  return (
    <Frame caption={caption} className={cn('transition-opacity', stale && 'opacity-60')} busy={stale}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th key={header.id} scope="col" className={cn(head, header.column.columnDef.meta?.className)}>
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} className="group relative border-t transition-colors hover:bg-sunken/60">
            {row.getAllCells().map((cell) => (
              <td key={cell.id} className={cn(body, cell.column.columnDef.meta?.className)}>
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Frame>
  );
}

/** The table while its rows are loading. */
export function DataTableSkeleton({ caption, rows = 6 }: { caption: string; rows?: number }) {
  return (
    <Frame caption={caption} busy>
      <tbody>
        {Array.from({ length: rows }, (_, index) => (
          <tr key={index} className="border-t first:border-t-0">
            <td className={body}>
              <Skeleton className="w-2/5 min-w-32" />
              <Skeleton className="mt-2 h-3 w-3/5 min-w-40" />
            </td>
            <td className={cn(body, 'w-28')}>
              <Skeleton className="ml-auto w-14" />
            </td>
          </tr>
        ))}
      </tbody>
    </Frame>
  );
}

/** The header of an actions column, for screen readers only. */
export const ActionsHead = () => <span className="sr-only">{words.actions}</span>;

const head = 'px-4 py-2.5 text-left text-xs font-medium text-muted first:pl-5 last:pr-3';
const body = 'px-4 py-3 align-middle first:pl-5 last:pr-3';

function Frame({ caption, className, busy, children }: FrameProps) {
  return (
    <div className={cn('overflow-hidden rounded-xl border bg-surface shadow-shade', className)} aria-busy={busy}>
      <table className="w-full table-auto text-sm">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

interface FrameProps {
  caption: string;
  className?: string;
  busy?: boolean;
  children: React.ReactNode;
}
