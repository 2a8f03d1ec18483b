import { Mail, MessageSquareText } from 'lucide-react';
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
    meta: { className: 'w-2/5 max-w-0' },
  },
  {
    id: 'to',
    header: words.to,
    cell: ({ row }) => <Cut text={recipientsOf(row.original)} />,
    meta: { className: 'hidden w-1/4 max-w-0 sm:table-cell' },
  },
  {
    id: 'tags',
    header: words.tags,
    cell: ({ row }) => <Tags tags={row.original.tags} />,
    meta: { className: 'hidden max-w-48 overflow-hidden xl:table-cell' },
  },
  {
    id: 'provider',
    header: words.provider,
    cell: ({ row }) => <span className="text-muted">{row.original.provider ?? '–'}</span>,
    meta: { className: 'hidden whitespace-nowrap lg:table-cell' },
  },
  {
    id: 'status',
    header: words.status,
    cell: ({ row }) => <StatusBadge status={row.original.status} reason={row.original.reason} />,
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
  {
    id: 'created',
    header: words.created,
    cell: ({ row }) => (
      <span className="text-muted">
        <Ago at={row.original.created_at} />
      </span>
    ),
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
];

const recipientsOf = ({ to }: ListedMessageView) => to.join(', ');

const Cut = ({ text }: { text: string }) => (
  <span dir="auto" title={text} className="block truncate text-muted">
    {text}
  </span>
);

/** The link covers its row. On a phone this cell shows the recipient, the status and the time, too. */
const Subject = ({ message }: { message: ListedMessageView }) => {
  const Icon = message.channel === 'sms' ? MessageSquareText : Mail;
  const subject = message.channel === 'sms' ? words.sms : message.subject || words.noSubject;
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Icon className="size-4 shrink-0 text-muted" role="img" aria-label={words.channels[message.channel]} />
      <span className="min-w-0 flex-1 py-1 sm:py-0">
        <Link
          href={`/messages/${encodeURIComponent(message.id)}`}
          prefetch={false}
          data-opens
          dir="auto"
          title={subject}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {subject}
        </Link>
        <span className="mt-0.5 flex items-center gap-2 text-muted sm:hidden">
          <span className="min-w-0 flex-1 truncate">{recipientsOf(message)}</span>
          <StatusBadge status={message.status} reason={message.reason} />
          <Ago at={message.created_at} />
        </span>
      </span>
    </span>
  );
};

export const Tags = ({ tags }: { tags: string[] }) => (
  <span className="flex min-w-0 gap-1.5">
    {tags.map((tag) => (
      <Badge key={tag}>
        <span title={tag} className="max-w-36 truncate">
          {tag}
        </span>
      </Badge>
    ))}
  </span>
);
