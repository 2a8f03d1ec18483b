import type { ListView } from '@dundun/client';
import Link from 'next/link';
import type { Column } from '@/components/table/columns';
import { ActionsHead } from '@/components/table/data-table';
import { Day } from '@/components/ui/moment';
import { count } from '@/lib/format';
import { ListMenu } from './list-menu';
import { OptinBadge } from './optin-badge';
import { words } from './words';

export const columns: Column<ListView>[] = [
  {
    id: 'title',
    header: words.name,
    cell: ({ row }) => <Title list={row.original} />,
    meta: { className: 'w-full max-w-0' },
  },
  {
    id: 'subscribers',
    header: words.subscribers,
    cell: ({ row }) => <span className="font-medium tabular-nums">{count(row.original.subscriber_count)}</span>,
    meta: { className: 'text-right' },
  },
  {
    id: 'broadcasts',
    header: words.broadcasts,
    cell: ({ row }) => <span className="text-muted tabular-nums">{count(row.original.broadcast_count)}</span>,
    meta: { className: 'hidden text-right md:table-cell' },
  },
  {
    id: 'created',
    header: words.createdAt,
    cell: ({ row }) => (
      <span className="text-muted">
        <Day at={row.original.created_at} />
      </span>
    ),
    meta: { className: 'hidden sm:table-cell' },
  },
  {
    id: 'actions',
    header: ActionsHead,
    cell: ({ row }) => <ListMenu list={row.original} />,
    meta: { className: 'w-12 pl-0 text-right' },
  },
];

/** The link covers its whole row. */
function Title({ list }: { list: ListView }) {
  return (
    <>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <Link
          href={`/lists/${encodeURIComponent(list.id)}`}
          prefetch={false}
          className="min-w-0 truncate font-medium after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-4"
        >
          {list.title}
        </Link>
        {list.double_optin && <OptinBadge />}
      </span>
      {list.description && <span className="mt-0.5 block truncate text-[13px] text-muted">{list.description}</span>}
    </>
  );
}
