import type { MemberView } from '@dundun/client';
import Link from 'next/link';
import type { Column } from '@/components/table/columns';
import { ActionsHead } from '@/components/table/data-table';
import { Badge } from '@/components/ui/badge';
import { Ago } from '@/components/ui/moment';
import { CONSENT_COLUMNS, consentColumns } from '@/features/consents/consent-columns';
import { callName, profilePath, reach } from '@/features/people/person-name';
import { MemberMenu } from './member-menu';
import { words } from './words';

/** Colour marks only those who wait. */
const Status = ({ status }: { status: MemberView['status'] }) =>
  status === 'pending' ? (
    <Badge tone="wait">{words.statuses.pending}</Badge>
  ) : (
    <span className="text-muted">{words.statuses[status]}</span>
  );

const ATTRIBUTE = 'meta.';

/** The columns that a menu hides are these and the attributes. */
export const SHOWN = ['reach', ...CONSENT_COLUMNS, 'joined'];

/** Returns the attributes among the ids of columns. A name with a comma cannot be asked for. */
export const attributesIn = (ids: readonly string[]): string[] =>
  ids.flatMap((id) => (id.startsWith(ATTRIBUTE) && !id.includes(',') ? [id.slice(ATTRIBUTE.length)] : []));

const attributeColumn = (name: string): Column<MemberView> => ({
  id: `${ATTRIBUTE}${name}`,
  header: () => <span dir="auto">{name}</span>,
  cell: ({ row }) => <Value value={row.original.attributes[name]} />,
  meta: { label: name, className: 'max-w-48 min-w-24' },
});

/** @param attributes the attributes that can be shown */
export const columnsOf = (list: string, attributes: readonly string[]): Column<MemberView>[] => [
  {
    id: 'person',
    header: words.person,
    cell: ({ row }) => <Person member={row.original} />,
    meta: { className: 'w-1/2 max-w-0' },
  },
  {
    id: 'reach',
    header: words.reach,
    cell: ({ row }) => {
      const ways = reach(row.original).join(' · ');
      return (
        <span className="block truncate text-muted" title={ways}>
          {ways}
        </span>
      );
    },
    meta: { label: words.reach, className: 'hidden w-1/3 max-w-0 md:table-cell' },
  },
  {
    id: 'status',
    header: words.status,
    cell: ({ row }) => <Status status={row.original.status} />,
    meta: { className: 'whitespace-nowrap' },
  },
  ...consentColumns<MemberView>(),
  ...attributes.map(attributeColumn),
  {
    id: 'joined',
    header: words.joined,
    cell: ({ row }) => (
      <span className="text-muted">
        <Ago at={row.original.joined_at} />
      </span>
    ),
    meta: { label: words.joined, className: 'hidden whitespace-nowrap sm:table-cell' },
  },
  {
    id: 'actions',
    header: ActionsHead,
    cell: ({ row }) => <MemberMenu list={list} member={row.original} />,
    meta: { className: 'w-12 pl-0 text-right' },
  },
];

function Value({ value }: { value: unknown }) {
  if (value === undefined || value === null) return <span className="text-muted">–</span>;
  const text = typeof value === 'boolean' ? (value ? words.yes : words.no) : String(value as string | number);
  return (
    <span dir="auto" title={text} className="block truncate">
      {text}
    </span>
  );
}

/** The link covers its row. On narrow screens this cell shows how to reach the person, too. */
const Person = ({ member }: { member: MemberView }) => (
  <div className="min-w-0">
    <Link
      href={profilePath(member.uid)}
      prefetch={false}
      data-opens
      dir="auto"
      className="block truncate text-left font-medium after:absolute after:inset-0"
    >
      {callName(member, '') || <span className="text-muted">{words.noName}</span>}
    </Link>
    <div className="truncate text-muted md:hidden">{reach(member).join(' · ')}</div>
  </div>
);
