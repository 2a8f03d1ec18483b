import { useMemo } from 'react';
import { BulkBar } from '@/components/table/bulk-bar';
import { ColumnMenu } from '@/components/table/column-menu';
import { useColumns, type Column } from '@/components/table/columns';
import { DataTable } from '@/components/table/data-table';
import { useSelection } from '@/components/table/selection';
import { sorted, useSort } from '@/components/table/sorting';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { SAMPLES, type Sample } from './samples';

/** A table with everything: sort, columns, selection, and enough rows to be virtual. */
export function SampleTable({ onOpen }: { onOpen: (id: string) => void }) {
  const { sort, setSort } = useSort(['name', 'orders'], 'name');
  const selection = useSelection('');
  const all = useMemo(() => columnsOf(onOpen), [onOpen]);
  const { columns, choices, toggle } = useColumns(all, ['plan']);
  const rows = useMemo(() => sorted(SAMPLES, sort, (row) => row[sort.by as 'name' | 'orders']), [sort]);
  return (
    <>
      <div className="mb-3 flex justify-end">
        <ColumnMenu choices={choices} toggle={toggle} />
      </div>
      <DataTable
        caption="People"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        sort={sort}
        onSort={setSort}
        selection={selection}
        nameOf={({ name }) => name}
      />
      <BulkBar selection={selection} matching={50_123} isWhole={false}>
        <Button size="sm">Add to lists</Button>
      </BulkBar>
    </>
  );
}

const columnsOf = (onOpen: (id: string) => void): Column<Sample>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ row }) => (
      <button
        type="button"
        data-opens
        className="block max-w-full truncate text-left font-medium after:absolute after:inset-0"
        onClick={() => onOpen(row.original.id)}
        dir="auto"
      >
        {row.original.name}
      </button>
    ),
    meta: { className: 'w-full max-w-0', sortable: 'ascending' },
  },
  { id: 'plan', header: 'Plan', cell: ({ row }) => row.original.plan, meta: { label: 'Plan' } },
  { id: 'email', header: 'Email', cell: ({ row }) => row.original.email, meta: { label: 'Email' } },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row }) =>
      row.original.status === 'bounced' ? <Badge tone="bad">Bounced</Badge> : <span>{row.original.status}</span>,
    meta: { className: 'hidden sm:table-cell' },
  },
  {
    id: 'orders',
    header: 'Orders',
    cell: ({ row }) => row.original.orders,
    meta: { className: 'text-right', sortable: 'descending' },
  },
];
