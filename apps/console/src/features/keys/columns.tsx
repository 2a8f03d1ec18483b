import type { Column } from '@/components/table/columns';
import { ActionsHead } from '@/components/table/data-table';
import { CopyButton } from '@/components/ui/copy-button';
import { Ago } from '@/components/ui/moment';
import type { ApiKey } from './queries';
import { RevokeButton } from './revoke-button';
import { words } from './words';

export const columns: Column<ApiKey>[] = [
  {
    id: 'name',
    header: words.name,
    cell: ({ row }) => <Name apiKey={row.original} />,
    meta: { className: 'w-full max-w-0 sm:w-1/3' },
  },
  {
    id: 'kind',
    header: words.kind,
    cell: ({ row }) => <span className="text-muted">{words.kinds[row.original.kind].noun}</span>,
    meta: { className: 'hidden whitespace-nowrap md:table-cell' },
  },
  {
    id: 'key',
    header: words.key,
    cell: ({ row }) => <Key apiKey={row.original} />,
    meta: { className: 'hidden whitespace-nowrap lg:table-cell' },
  },
  {
    id: 'used',
    header: words.lastUsed,
    cell: ({ row }) => <LastUse apiKey={row.original} />,
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
    meta: { className: 'hidden whitespace-nowrap md:table-cell' },
  },
  {
    id: 'actions',
    header: ActionsHead,
    cell: ({ row }) => <RevokeButton apiKey={row.original} />,
    meta: { className: 'w-24 pl-0 text-right' },
  },
];

export const revokedColumns: Column<ApiKey>[] = [
  ...columns.filter(({ id }) => id === 'name' || id === 'kind' || id === 'used'),
  {
    id: 'revoked',
    header: words.revoked,
    cell: ({ row }) =>
      row.original.revoked_at && (
        <span className="text-muted">
          <Ago at={row.original.revoked_at} />
        </span>
      ),
    meta: { className: 'whitespace-nowrap' },
  },
];

const LastUse = ({ apiKey: { last_used_at: at } }: { apiKey: ApiKey }) => (
  <span className="text-muted">{at ? <Ago at={at} /> : words.never}</span>
);

const Key = ({ apiKey: { key, name } }: { apiKey: ApiKey }) => (
  <span className="flex items-center gap-1">
    <code className="max-w-56 truncate font-mono text-xs" title={key}>
      {key}
    </code>
    <CopyButton text={key} label={words.copyKey({ name })} />
  </span>
);

/** On a phone this cell shows the whole row. */
const Name = ({ apiKey }: { apiKey: ApiKey }) => (
  <div className="min-w-0">
    <div dir="auto" className="truncate font-medium" title={apiKey.name}>
      {apiKey.name}
    </div>
    <div className="truncate text-[13px] text-muted sm:hidden">
      {words.kinds[apiKey.kind].noun} · <LastUse apiKey={apiKey} />
    </div>
  </div>
);
