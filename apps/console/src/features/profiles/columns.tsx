import { ActionsHead } from '@/components/table/data-table';
import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/table/columns';
import { ProfileMenu } from './profile-menu';
import type { ProfileView } from './queries';
import { words } from './words';

/**
 * @param providerOf returns the name of a profile's provider; undefined if the route decides
 * @param onEdit opens the form of a profile
 */
export const columnsOf = (
  providerOf: (profile: ProfileView) => string | undefined,
  onEdit: (profile: ProfileView) => void,
): Column<ProfileView>[] => [
  {
    id: 'name',
    header: words.name,
    cell: ({ row }) => <Name profile={row.original} provider={providerOf(row.original)} />,
    meta: { className: 'w-full max-w-0 sm:w-1/4' },
  },
  {
    id: 'from',
    header: words.from,
    cell: ({ row }) => <From profile={row.original} />,
    meta: { className: 'hidden w-2/5 max-w-0 sm:table-cell' },
  },
  {
    id: 'reply',
    header: words.replyTo,
    cell: ({ row }) => <ReplyTo profile={row.original} />,
    meta: { className: 'hidden w-1/4 max-w-0 truncate sm:table-cell' },
  },
  {
    id: 'provider',
    header: words.provider,
    cell: ({ row }) => <Provider title={providerOf(row.original)} />,
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
  {
    id: 'actions',
    header: ActionsHead,
    cell: ({ row }) => <ProfileMenu profile={row.original} onEdit={() => onEdit(row.original)} />,
    meta: { className: 'w-12 pl-0 text-right' },
  },
];

const From = ({ profile }: { profile: ProfileView }) => (
  <>
    <span dir="auto" className="block truncate">
      {profile.from_name}
    </span>
    <span className="block truncate text-[13px] text-muted" title={profile.from_email}>
      {profile.from_email}
    </span>
  </>
);

const ReplyTo = ({ profile: { reply_to: replyTo } }: { profile: ProfileView }) =>
  replyTo ? <span title={replyTo}>{replyTo}</span> : <span className="text-muted">{words.sameAddress}</span>;

const Provider = ({ title }: { title: string | undefined }) =>
  title === undefined ? <span className="text-muted">{words.anyProvider}</span> : <span>{title}</span>;

/** On a phone this cell shows the whole row. */
const Name = ({ profile, provider }: { profile: ProfileView; provider: string | undefined }) => (
  <>
    <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
      <span dir="auto" className="min-w-0 truncate font-medium" title={profile.name}>
        {profile.name}
      </span>
      {profile.is_default && <Badge tone="tint">{words.default}</Badge>}
    </span>
    <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[13px] sm:hidden">
      <dt className="text-muted">{words.from}</dt>
      <dd>
        <From profile={profile} />
      </dd>
      <dt className="text-muted">{words.replyTo}</dt>
      <dd className="truncate">
        <ReplyTo profile={profile} />
      </dd>
      <dt className="text-muted">{words.provider}</dt>
      <dd className="truncate">
        <Provider title={provider} />
      </dd>
    </dl>
  </>
);
