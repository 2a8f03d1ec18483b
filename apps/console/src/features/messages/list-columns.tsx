import Link from 'next/link';
import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/table/columns';
import { Ago } from '@/components/ui/moment';
import type { ListedMessageView } from './queries';
import { StatusBadge } from './status-badge';
import { words } from './words';

export const columns: Column<ListedMessageView>[] = [
  {
    id: 'message',
    header: words.one,
    cell: ({ row }) => <Subject message={row.original} />,
    meta: { className: 'w-full max-w-0' },
  },
  {
    id: 'status',
    header: words.status,
    cell: ({ row }) => <StatusBadge status={row.original.status} />,
    meta: { className: 'hidden sm:table-cell' },
  },
  {
    id: 'created',
    header: words.created,
    cell: ({ row }) => (
      <span className="text-muted">
        <Ago at={row.original.created_at} />
      </span>
    ),
    meta: { className: 'hidden sm:table-cell' },
  },
];

/** On a phone this cell shows the whole row. */
const Subject = ({ message }: { message: ListedMessageView }) => (
  <div className="min-w-0">
    <Link
      href={`/messages/${encodeURIComponent(message.id)}`}
      prefetch={false}
      className="block truncate font-medium after:absolute after:inset-0"
    >
      {message.channel === 'sms' ? words.sms : message.subject || words.noSubject}
    </Link>
    <div className="truncate text-[13px] text-muted">{message.to.join(', ')}</div>
    {message.tags.length > 0 && <Tags tags={message.tags} />}
    <div className="mt-1.5 flex flex-wrap items-center gap-2.5 text-[13px] text-muted sm:hidden">
      <StatusBadge status={message.status} /> <Ago at={message.created_at} />
    </div>
  </div>
);

export const Tags = ({ tags }: { tags: string[] }) => (
  <span className="mt-1 flex flex-wrap gap-1.5">
    {tags.map((tag) => (
      <Badge key={tag}>{tag}</Badge>
    ))}
  </span>
);
