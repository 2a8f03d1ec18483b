import type { ListView } from '@dundun/client';
import Link from 'next/link';
import type { Column } from '@/components/table/columns';
import { ActionsHead } from '@/components/table/data-table';
import { Day } from '@/components/ui/moment';
import { count } from '@/lib/format';
import { Sparkline } from '@/components/chart/sparkline';
import { ListMenu } from './list-menu';
import { membersByDay } from './members-by-day';
import { words } from './words';

/** The columns that lists can be sorted by. */
export const SORTABLE = ['title', 'subscribers', 'broadcasts', 'created'] as const;

export function sortValue(list: ListView, by: string): string | number {
  if (by === 'subscribers') return list.subscriber_count;
  if (by === 'broadcasts') return list.broadcast_count;
  return by === 'created' ? list.created_at : list.title;
}

type Trends = ReadonlyMap<string, readonly number[]>;

const DAYS = 30;
const STILL: readonly number[] = Array.from({ length: DAYS }, () => 0);

/** @param trends who joined lately, by list; undefined until it is known */
export const columnsOf = (trends: Trends | undefined): Column<ListView>[] => [
  {
    id: 'title',
    header: words.name,
    cell: ({ row }) => <Title list={row.original} />,
    meta: { className: 'w-full max-w-0', sortable: 'ascending' },
  },
  {
    id: 'joining',
    header: words.joining,
    cell: ({ row }) => (
      <span className="text-muted">{row.original.double_optin ? words.confirms : words.singleOptin}</span>
    ),
    meta: { className: 'hidden whitespace-nowrap md:table-cell' },
  },
  {
    id: 'subscribers',
    header: words.subscribers,
    cell: ({ row }) => <span className="font-medium">{count(row.original.subscriber_count)}</span>,
    meta: { className: 'text-right', sortable: 'descending' },
  },
  {
    id: 'trend',
    header: words.trend,
    cell: ({ row }) => <Trend list={row.original} trends={trends} />,
    meta: { className: 'hidden w-28 whitespace-nowrap lg:table-cell' },
  },
  {
    id: 'broadcasts',
    header: words.broadcasts,
    cell: ({ row }) => <span className="text-muted">{count(row.original.broadcast_count)}</span>,
    meta: { className: 'hidden text-right md:table-cell', sortable: 'descending' },
  },
  {
    id: 'created',
    header: words.createdAt,
    cell: ({ row }) => (
      <span className="text-muted">
        <Day at={row.original.created_at} />
      </span>
    ),
    meta: { className: 'hidden whitespace-nowrap sm:table-cell', sortable: 'descending' },
  },
  {
    id: 'actions',
    header: ActionsHead,
    cell: ({ row }) => <ListMenu list={row.original} />,
    meta: { className: 'w-12 pl-0 text-right' },
  },
];

/** The numbers are in the title: the line is decoration. */
function Trend({ list, trends }: { list: ListView; trends: Trends | undefined }) {
  if (!trends) return null;
  const joined = trends.get(list.id) ?? STILL;
  const more = joined.reduce((sum, each) => sum + each, 0);
  return (
    <span className="flex items-center gap-2 text-muted">
      <Sparkline values={membersByDay(list.subscriber_count, joined)} />
      <span title={words.trendHint}>{more > 0 ? `+${count(more)}` : '0'}</span>
    </span>
  );
}

/** The link covers its whole row. */
const Title = ({ list }: { list: ListView }) => (
  <span className="flex min-w-0 items-baseline gap-2.5">
    <Link
      href={`/lists/${encodeURIComponent(list.id)}`}
      prefetch={false}
      data-opens
      dir="auto"
      title={list.title}
      className="max-w-full min-w-0 shrink-0 truncate font-medium after:absolute after:inset-0"
    >
      {list.title}
    </Link>
    {list.description && (
      <span dir="auto" className="hidden min-w-0 truncate text-muted sm:block" title={list.description}>
        {list.description}
      </span>
    )}
  </span>
);
