import Link from 'next/link';
import type { Column } from '@/components/table/columns';
import { Badge } from '@/components/ui/badge';
import { Ago, Day } from '@/components/ui/moment';
import { CONSENT_COLUMNS, consentColumns } from '@/features/consents/consent-columns';
import { count } from '@/lib/format';
import { callName, profilePath, reach } from './person-name';
import type { PersonRow } from './queries';
import { words } from './words';

/** @param list whether the rows are those of one list, and show the status on it */
export const columnsOf = (list: boolean): Column<PersonRow>[] => [
  {
    id: 'person',
    header: words.person,
    cell: ({ row }) => <Name person={row.original} />,
    meta: { className: 'w-full max-w-0 sm:w-2/5' },
  },
  {
    id: 'email',
    header: words.email,
    cell: ({ row }) => <Cut text={row.original.email} />,
    meta: { label: words.email, className: 'hidden w-1/4 max-w-0 sm:table-cell' },
  },
  {
    id: 'number',
    header: words.number,
    cell: ({ row }) => <Cut text={row.original.number && `+${row.original.number}`} />,
    meta: { label: words.number, className: 'hidden whitespace-nowrap lg:table-cell' },
  },
  ...(list ? [statusColumn, ...consentColumns<PersonRow>()] : []),
  {
    id: 'lists',
    header: words.lists,
    cell: ({ row }) => <span className="text-muted">{count(row.original.lists)}</span>,
    meta: { label: words.lists, className: 'hidden text-right md:table-cell' },
  },
  {
    id: 'seen',
    header: words.lastSeen,
    cell: ({ row }) => (
      <span className="text-muted">
        {row.original.last_seen_at ? <Ago at={row.original.last_seen_at} /> : words.never}
      </span>
    ),
    meta: { label: words.lastSeen, className: 'hidden whitespace-nowrap md:table-cell' },
  },
  {
    id: 'known',
    header: words.known,
    cell: ({ row }) => (
      <span className="text-muted">
        <Day at={row.original.created_at} />
      </span>
    ),
    meta: { label: words.known, className: 'hidden whitespace-nowrap lg:table-cell' },
  },
];

export const SHOWN = ['email', 'number', ...CONSENT_COLUMNS, 'lists', 'seen', 'known'];

const statusColumn: Column<PersonRow> = {
  id: 'status',
  header: words.status,
  cell: ({ row: { original } }) =>
    original.status === 'pending' ? (
      <Badge tone="wait">{words.statuses.pending}</Badge>
    ) : (
      <span className="text-muted">{original.status && words.statuses[original.status]}</span>
    ),
  meta: { className: 'whitespace-nowrap' },
};

const Cut = ({ text }: { text: string | null }) =>
  text ? (
    <span className="block truncate text-muted" title={text}>
      {text}
    </span>
  ) : (
    <span className="text-muted">–</span>
  );

/** The link covers its row. On a phone this cell shows how to reach the person, too. */
const Name = ({ person }: { person: PersonRow }) => {
  const name = callName(person, '');
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0">
        <Link
          href={profilePath(person.uid)}
          prefetch={false}
          data-opens
          dir="auto"
          title={name || person.uid}
          className="block truncate text-left font-medium after:absolute after:inset-0"
        >
          {name || <span className="text-muted">{person.uid}</span>}
        </Link>
        <span className="block truncate text-muted sm:hidden">{reach(person).join(' · ')}</span>
      </span>
      {person.is_account && <Badge>{words.account}</Badge>}
      {person.archived && <Badge>{words.archived}</Badge>}
    </span>
  );
};
