import type { MemberView } from '@dundun/client';
import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/table/columns';
import { ActionsHead } from '@/components/table/data-table';
import { Ago } from '@/components/ui/moment';
import { MemberMenu } from './member-menu';
import { callName, reach } from './person-name';
import { words } from './words';

const TONES = { subscribed: 'good', pending: 'wait', unsubscribed: 'neutral' } as const;

const Status = ({ status }: { status: MemberView['status'] }) => (
  <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
);

export const columnsOf = (list: string): Column<MemberView>[] => [
  {
    id: 'person',
    header: words.person,
    cell: ({ row }) => <Person member={row.original} />,
    meta: { className: 'w-full max-w-0' },
  },
  {
    id: 'status',
    header: words.status,
    cell: ({ row }) => <Status status={row.original.status} />,
    meta: { className: 'hidden sm:table-cell' },
  },
  {
    id: 'joined',
    header: words.joined,
    cell: ({ row }) => (
      <span className="text-muted">
        <Ago at={row.original.joined_at} />
      </span>
    ),
    meta: { className: 'hidden sm:table-cell' },
  },
  {
    id: 'actions',
    header: ActionsHead,
    cell: ({ row }) => <MemberMenu list={list} member={row.original} />,
    meta: { className: 'w-12 pl-0 text-right' },
  },
];

/** On a phone this cell shows the whole row. */
function Person({ member }: { member: MemberView }) {
  const name = callName(member, '');
  const ways = reach(member);
  return (
    <div className="min-w-0">
      <div className={name ? 'truncate font-medium' : 'truncate text-muted italic'}>{name || words.noName}</div>
      {ways.length > 0 && <div className="truncate text-[13px] text-muted">{ways.join(' · ')}</div>}
      <div className="mt-1.5 flex items-center gap-2.5 text-[13px] text-muted sm:hidden">
        <Status status={member.status} /> <Ago at={member.joined_at} />
      </div>
    </div>
  );
}
