import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/table/columns';
import { ActionsHead } from '@/components/table/data-table';
import { Ago } from '@/components/ui/moment';
import { MemberMenu } from './member-menu';
import type { MemberView } from './queries';
import { words } from './words';

/** What only owners get to know. */
const OWNERS: Column<MemberView>[] = [
  {
    id: 'two_factor',
    header: words.twoFactor,
    cell: ({ row }) => (row.original.two_factor ? words.twoFactorOn : words.twoFactorOff),
    meta: { className: 'hidden whitespace-nowrap md:table-cell' },
  },
  {
    id: 'last_seen',
    header: words.lastSeen,
    cell: ({ row }) => (row.original.last_seen_at ? <Ago at={row.original.last_seen_at} /> : words.never),
    meta: { className: 'hidden whitespace-nowrap md:table-cell' },
  },
];

/** @param mayChange returns whether the signed-in member may decide about a member */
export const columnsOf = (
  own: string,
  mayChange: (member: MemberView) => boolean,
  isOwner: boolean,
): Column<MemberView>[] => [
  {
    id: 'name',
    header: words.name,
    cell: ({ row }) => <Name member={row.original} isYou={row.original.id === own} />,
    meta: { className: 'w-full max-w-0' },
  },
  {
    id: 'role',
    header: words.role,
    cell: ({ row }) => words.roles[row.original.role],
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
  {
    id: 'access',
    header: words.access,
    cell: ({ row }) => accessOf(row.original),
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
  ...(isOwner ? OWNERS : []),
  {
    id: 'actions',
    header: ActionsHead,
    cell: ({ row }) => mayChange(row.original) && <MemberMenu member={row.original} />,
    meta: { className: 'text-right' },
  },
];

const accessOf = ({ lists }: MemberView) => (lists === null ? words.allLists : words.someLists(lists.length));

/** On a phone this cell shows the whole row. */
const Name = ({ member, isYou }: { member: MemberView; isYou: boolean }) => (
  <>
    <span className="flex min-w-0 items-center gap-2.5">
      <span dir="auto" title={member.name ?? member.email} className="min-w-0 truncate font-medium">
        {member.name ?? member.email}
      </span>
      {isYou && <Badge tone="tint">{words.you}</Badge>}
    </span>
    <span className="block truncate text-[13px] text-muted" title={member.email}>
      {member.email}
    </span>
    <span className="block text-[13px] text-muted sm:hidden">
      {words.roles[member.role]} · {accessOf(member)}
    </span>
  </>
);
