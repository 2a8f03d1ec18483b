import Link from 'next/link';
import type { Column } from '@/components/table/columns';
import { ActionsHead } from '@/components/table/data-table';
import { Badge } from '@/components/ui/badge';
import { Ago, Day } from '@/components/ui/moment';
import { count } from '@/lib/format';
import type { Segment } from './queries';
import { SegmentMenu } from './segment-menu';
import { SegmentState } from './segment-state';
import { words } from './words';

/** The columns that segments can be sorted by. */
export const SORTABLE = ['name', 'people', 'created'] as const;

export function sortValue(segment: Segment, by: string): string | number {
  if (by === 'people') return segment.member_count;
  return by === 'created' ? segment.created_at : segment.name;
}

export const columns: Column<Segment>[] = [
  {
    id: 'name',
    header: words.name,
    cell: ({ row }) => <Name segment={row.original} />,
    meta: { className: 'w-full max-w-0', sortable: 'ascending' },
  },
  {
    id: 'state',
    header: words.state,
    cell: ({ row }) => <SegmentState segment={row.original} />,
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
  {
    id: 'people',
    header: words.people,
    cell: ({ row }) => <span className="font-medium">{count(row.original.member_count)}</span>,
    meta: { className: 'text-right', sortable: 'descending' },
  },
  {
    id: 'evaluated',
    header: words.evaluated,
    cell: ({ row: { original } }) => (
      <span className="text-muted">
        {original.evaluated_at ? <Ago at={original.evaluated_at} /> : original.kind === 'manual' ? '' : words.never}
      </span>
    ),
    meta: { className: 'hidden whitespace-nowrap md:table-cell' },
  },
  {
    id: 'created',
    header: words.created,
    cell: ({ row }) => (
      <span className="text-muted">
        <Day at={row.original.created_at} />
      </span>
    ),
    meta: { className: 'hidden whitespace-nowrap lg:table-cell', sortable: 'descending' },
  },
  {
    id: 'actions',
    header: ActionsHead,
    cell: ({ row }) => <SegmentMenu segment={row.original} />,
    meta: { className: 'w-12 pl-0 text-right' },
  },
];

/** The link covers its whole row. */
const Name = ({ segment: { id, name, labels, sentence } }: { segment: Segment }) => (
  <span className="flex min-w-0 items-baseline gap-2.5">
    <Link
      href={`/segments/${encodeURIComponent(id)}`}
      prefetch={false}
      data-opens
      dir="auto"
      title={name}
      className="max-w-full min-w-0 shrink-0 truncate font-medium after:absolute after:inset-0"
    >
      {name}
    </Link>
    {labels.slice(0, 3).map((label) => (
      <span key={label} className="hidden max-w-32 shrink-0 truncate sm:block">
        <Badge>{label}</Badge>
      </span>
    ))}
    <span className="hidden min-w-0 truncate text-muted md:block" title={sentence}>
      {sentence}
    </span>
  </span>
);
