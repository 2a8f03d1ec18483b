import Link from 'next/link';
import type { Column } from '@/components/table/columns';
import { Ago } from '@/components/ui/moment';
import { DomainBadge } from './domain-badge';
import type { DomainView } from './queries';
import { words } from './words';

export const columns: Column<DomainView>[] = [
  {
    id: 'domain',
    header: words.name,
    cell: ({ row }) => <Name domain={row.original} />,
    meta: { className: 'w-full max-w-0' },
  },
  {
    id: 'status',
    header: words.status,
    cell: ({ row }) => <DomainBadge domain={row.original} />,
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
  {
    id: 'checked',
    header: words.checked,
    cell: ({ row: { original } }) => (
      <span className="text-muted">{original.checked_at ? <Ago at={original.checked_at} /> : words.unchecked}</span>
    ),
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
];

/** The link covers its whole row. */
const Name = ({ domain }: { domain: DomainView }) => (
  <>
    <Link
      href={`/settings/domains/${encodeURIComponent(domain.id)}`}
      prefetch={false}
      className="block truncate font-medium after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-4"
    >
      {domain.domain}
    </Link>
    <span className="mt-1.5 block sm:hidden">
      <DomainBadge domain={domain} />
    </span>
  </>
);
