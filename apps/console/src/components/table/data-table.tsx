'use client';

import { useTable, type Cell, type RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { cn } from '@/lib/cn';
import { Checkbox } from '../ui/checkbox';
import { features, type Column } from './columns';
import { moveFocus } from './keys';
import { between, isSelected, withRows, type SelectionState } from './selection';
import type { Sort } from './sorting';
import { words } from './words';

const VirtualRows = dynamic(() => import('./virtual-rows').then(({ VirtualRows: loaded }) => loaded), { ssr: false });

/** From this many rows on, only those in the window are in the page. */
const MANY = 100;

interface DataTableProps<Row extends RowData> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** The rows still belong to the previous page. */
  stale?: boolean;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selection?: SelectionState;
  /** Names a row for its checkbox. */
  nameOf?: (row: Row) => string;
}

/**
 * Returns what a column draws in a cell. Called as a function, and not rendered as a component: a column that is made again,
 * when the numbers of another request come in, would be another component, and a menu open in its cell would close.
 */
function drawn<Row extends RowData>(cell: Cell<typeof features, Row>): ReactNode {
  const { cell: draw } = cell.column.columnDef;
  return typeof draw === 'function' ? (draw(cell.getContext()) as ReactNode) : draw;
}

/**
 * The one table: rows that are sorted, filtered and paged elsewhere. The arrow keys move between rows, Enter opens one, the
 * space bar and `x` select it, Shift selects a range.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, stale, sort, onSort, selection, nameOf } = props;
  const table = useTable({ features, columns, data: rows, getRowId: rowId });
  const anchor = useRef<string | null>(null);
  const ids = rows.map(rowId);

  const select = (id: string, range: boolean) => {
    if (!selection) return;
    const chosen = !isSelected(selection.selection, id);
    selection.set(withRows(selection.selection, range ? between(ids, anchor.current, id) : [id], chosen));
    anchor.current = id;
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const row = moveFocus(event);
    if (row && event.shiftKey && event.key.startsWith('Arrow') && row.dataset.row) select(row.dataset.row, false);
    const here = event.target as HTMLElement;
    if (!here.dataset.row || (event.key !== 'x' && event.key !== ' ') || !selection) return;
    event.preventDefault();
    select(here.dataset.row, event.shiftKey);
  };

  const all = table.getRowModel().rows;
  const renderRow = (index: number, measure?: (element: Element | null) => void): ReactNode => {
    const row = all[index];
    if (!row) return null;
    const chosen = selection && isSelected(selection.selection, row.id);
    return (
      <tr
        key={row.id}
        ref={measure}
        data-index={index}
        data-row={row.id}
        tabIndex={index === 0 ? 0 : -1}
        className={cn(
          'group relative border-t transition-colors focus-visible:-outline-offset-2',
          chosen ? 'bg-tint/50 hover:bg-tint/70' : 'hover:bg-sunken/60',
        )}
      >
        {selection && (
          <td className={cn(body, 'w-10 pr-0!')}>
            <Checkbox
              className="relative z-10"
              checked={chosen ?? false}
              aria-label={words.selectRow({ name: nameOf?.(row.original) ?? row.id })}
              onClick={(event) => select(row.id, event.shiftKey)}
            />
          </td>
        )}
        {row.getAllCells().map((cell) => (
          <td key={cell.id} className={cn(body, cell.column.columnDef.meta?.className)}>
            {drawn(cell)}
          </td>
        ))}
      </tr>
    );
  };

  const pageIsChosen =
    selection !== undefined && ids.length > 0 && ids.every((id) => isSelected(selection.selection, id));
  return (
    <Frame caption={caption} className={cn('transition-opacity', stale && 'opacity-60')} busy={stale} onKeyDown={press}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {selection && (
              <th scope="col" className={cn(head, 'w-10 pr-0!')}>
                <Checkbox
                  checked={pageIsChosen}
                  aria-label={words.selectPage}
                  onClick={() => selection.set(withRows(selection.selection, ids, !pageIsChosen))}
                />
              </th>
            )}
            {group.headers.map((header) => {
              const { meta } = header.column.columnDef;
              const direction =
                sort?.by === header.column.id ? (sort.descending ? 'descending' : 'ascending') : undefined;
              return (
                <th
                  key={header.id}
                  scope="col"
                  aria-sort={direction ?? (meta?.sortable && onSort ? 'none' : undefined)}
                  className={cn(head, meta?.className)}
                >
                  {meta?.sortable && onSort ? (
                    <SortButton
                      direction={direction}
                      isRight={meta.className?.includes('text-right')}
                      onClick={() =>
                        onSort({
                          by: header.column.id,
                          descending: direction ? direction === 'ascending' : meta.sortable === 'descending',
                        })
                      }
                    >
                      <table.FlexRender header={header} />
                    </SortButton>
                  ) : (
                    <table.FlexRender header={header} />
                  )}
                </th>
              );
            })}
          </tr>
        ))}
      </thead>
      {all.length > MANY ? (
        <VirtualRows count={all.length} renderRow={renderRow} />
      ) : (
        <tbody>{all.map((_, index) => renderRow(index))}</tbody>
      )}
    </Frame>
  );
}

function SortButton({ direction, isRight, onClick, children }: SortButtonProps) {
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={onClick}
      className={cn(
        'group/sort -mx-1.5 inline-flex h-6 items-center gap-1 rounded px-1.5 font-medium hover:bg-sunken hover:text-foreground',
        direction && 'text-foreground',
        isRight && 'flex-row-reverse',
      )}
    >
      {children}
      <Arrow
        aria-hidden="true"
        className={cn(
          'size-3',
          !direction && 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60',
        )}
      />
    </button>
  );
}

interface SortButtonProps {
  direction: 'ascending' | 'descending' | undefined;
  /** The column is aligned right, so the arrow stands before the name. */
  isRight?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** The table while its rows are loading. */
export function DataTableSkeleton({ caption, rows = 8 }: { caption: string; rows?: number }) {
  return (
    <Frame caption={caption} busy>
      <tbody>
        {Array.from({ length: rows }, (_, index) => (
          <tr key={index} className="border-t first:border-t-0">
            <td className={body}>
              <Skeleton className="w-2/5 min-w-32" />
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

const head = 'h-9 px-3 text-left text-xs font-medium whitespace-nowrap text-muted first:pl-4 last:pr-3';
const body = 'h-10 px-3 py-1 align-middle first:pl-4 last:pr-3';

function Frame({ caption, className, busy, onKeyDown, children }: FrameProps) {
  return (
    <div
      className={cn('relative overflow-hidden rounded-xl border bg-surface shadow-shade', className)}
      aria-busy={busy}
      onKeyDown={onKeyDown}
    >
      <table className="w-full table-auto text-[13px]">
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
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  children: ReactNode;
}
