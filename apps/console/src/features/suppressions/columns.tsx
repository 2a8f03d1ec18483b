import Link from 'next/link';
import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/table/columns';
import { ActionsHead } from '@/components/table/data-table';
import { Ago } from '@/components/ui/moment';
import type { Reason, SuppressionView } from './queries';
import { RemoveButton } from './remove-button';
import { words } from './words';

export const columns: Column<SuppressionView>[] = [
  {
    id: 'address',
    header: words.address,
    cell: ({ row }) => <Address suppression={row.original} />,
    meta: { className: 'w-full max-w-0' },
  },
  {
    id: 'reason',
    header: words.reason,
    cell: ({ row }) => <ReasonBadge suppression={row.original} />,
    meta: { className: 'hidden sm:table-cell' },
  },
  {
    id: 'stops',
    header: words.stopped,
    cell: ({ row }) => words.stops[row.original.stops],
    meta: { className: 'hidden whitespace-nowrap md:table-cell' },
  },
  {
    id: 'since',
    header: words.since,
    cell: ({ row }) => (
      <span className="text-muted">
        <Ago at={row.original.created_at} />
      </span>
    ),
    meta: { className: 'hidden sm:table-cell' },
  },
  {
    id: 'actions',
    header: ActionsHead,
    cell: ({ row }) => <RemoveButton address={row.original.address} />,
    meta: { className: 'w-12 pl-0 text-right' },
  },
];

const ReasonBadge = ({ suppression: { reason } }: { suppression: SuppressionView }) => (
  <Badge tone={reason === 'complaint' ? 'bad' : reason === 'manual' ? 'tint' : 'neutral'}>
    {words.reasons[reason as Reason] ?? reason}
  </Badge>
);

/** On a phone this cell shows the whole row. */
const Address = ({ suppression }: { suppression: SuppressionView }) => (
  <div className="min-w-0">
    <div className="truncate font-medium">{suppression.address}</div>
    {(suppression.detail || suppression.message_id) && (
      <div className="flex min-w-0 gap-2 text-[13px] text-muted">
        {suppression.detail && (
          <span className="truncate" title={suppression.detail}>
            {suppression.detail}
          </span>
        )}
        {suppression.message_id && (
          <Link
            href={`/messages/${encodeURIComponent(suppression.message_id)}`}
            prefetch={false}
            className="shrink-0 underline underline-offset-4 hover:text-foreground"
          >
            {words.message}
          </Link>
        )}
      </div>
    )}
    <div className="mt-1.5 flex flex-wrap items-center gap-2.5 text-[13px] text-muted sm:hidden">
      <ReasonBadge suppression={suppression} /> <Ago at={suppression.created_at} />
    </div>
  </div>
);
