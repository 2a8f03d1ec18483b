import Link from 'next/link';
import type { Column } from '@/components/table/columns';
import { ActionsHead } from '@/components/table/data-table';
import { Ago } from '@/components/ui/moment';
import { count } from '@/lib/format';
import { AutomationMenu } from '../automation-menu';
import type { Automation } from '../queries';
import { ApprovalBadge } from '@/features/approvals/approval-badge';
import { StateBadge } from '../state-badge';
import { words } from '../words';

const numbers = { className: 'hidden text-right sm:table-cell' };

/** Nobody has ever been inside a draft: its numbers would say nothing. */
const Amount = ({ of, automation }: { of: number; automation: Automation }) =>
  automation.live_version === null ? <span className="text-muted">–</span> : <span>{count(of)}</span>;

const endedOf = ({ runs }: Automation) => Object.values(runs.ended).reduce((sum, each) => sum + each, 0);

export const columns: Column<Automation>[] = [
  {
    id: 'name',
    header: words.name,
    cell: ({ row }) => <Name automation={row.original} />,
    meta: { className: 'w-full max-w-0' },
  },
  {
    id: 'state',
    header: words.state,
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap gap-1.5">
        <StateBadge automation={original} />
        {original.approval?.state === 'asked' && <ApprovalBadge approval={original.approval} />}
      </span>
    ),
    meta: { className: 'whitespace-nowrap' },
  },
  {
    id: 'inside',
    header: words.inside,
    cell: ({ row: { original } }) => <Amount of={original.runs.inside} automation={original} />,
    meta: numbers,
  },
  {
    id: 'entered',
    header: words.entered,
    cell: ({ row: { original } }) => <Amount of={original.runs.entered} automation={original} />,
    meta: numbers,
  },
  {
    id: 'ended',
    header: words.ended,
    cell: ({ row: { original } }) => <Amount of={endedOf(original)} automation={original} />,
    meta: { className: 'hidden text-right md:table-cell' },
  },
  {
    id: 'changed',
    header: words.changed,
    cell: ({ row }) => (
      <span className="text-muted">
        <Ago at={row.original.updated_at} />
      </span>
    ),
    meta: { className: 'hidden whitespace-nowrap lg:table-cell' },
  },
  {
    id: 'actions',
    header: ActionsHead,
    cell: ({ row }) => <AutomationMenu automation={row.original} />,
    meta: { className: 'w-12 pl-0 text-right' },
  },
];

/** The link covers its whole row. */
const Name = ({ automation: { id, name, live_version, runs } }: { automation: Automation }) => (
  <span className="flex min-w-0 items-baseline gap-2.5">
    <Link
      href={`/automations/${encodeURIComponent(id)}${live_version === null ? '/edit' : ''}`}
      prefetch={false}
      data-opens
      dir="auto"
      title={name}
      className="min-w-0 truncate font-medium after:absolute after:inset-0"
    >
      {name}
    </Link>
    {(runs.ended.failed ?? 0) > 0 && (
      <span className="shrink-0 text-xs text-danger">{words.failed({ n: runs.ended.failed ?? 0 })}</span>
    )}
  </span>
);
