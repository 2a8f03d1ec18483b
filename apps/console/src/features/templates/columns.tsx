import Link from 'next/link';
import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/table/columns';
import { Ago } from '@/components/ui/moment';
import type { TemplateSummary } from './queries';
import { words } from './words';

export const columns: Column<TemplateSummary>[] = [
  {
    id: 'name',
    header: words.name,
    cell: ({ row }) => <Name template={row.original} />,
    meta: { className: 'w-full max-w-0' },
  },
  {
    id: 'kind',
    header: words.kind,
    cell: ({ row }) => <span className="whitespace-nowrap">{words.kinds[row.original.kind as 'html']}</span>,
    meta: { className: 'hidden sm:table-cell' },
  },
  {
    id: 'languages',
    header: words.languages,
    cell: ({ row }) => (
      <span className="whitespace-nowrap text-muted">
        {[row.original.language, ...row.original.languages].filter(Boolean).join(', ')}
      </span>
    ),
    meta: { className: 'hidden md:table-cell' },
  },
  {
    id: 'version',
    header: words.version,
    cell: ({ row }) => <span className="tabular-nums">{row.original.version}</span>,
    meta: { className: 'text-right' },
  },
  {
    id: 'updated',
    header: words.updated,
    cell: ({ row }) => (
      <span className="text-muted">
        <Ago at={row.original.updated_at} />
      </span>
    ),
    meta: { className: 'hidden pr-5! sm:table-cell' },
  },
];

/** The link covers its whole row. */
const Name = ({ template }: { template: TemplateSummary }) => (
  <>
    <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
      <Link
        href={`/templates/${encodeURIComponent(template.id)}`}
        prefetch={false}
        dir="auto"
        title={template.name}
        className="min-w-0 truncate font-medium after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-4"
      >
        {template.name}
      </Link>
      {template.has_draft && <Badge tone="wait">{words.draft}</Badge>}
      {template.labels.map((label) => (
        <Badge key={label}>{label}</Badge>
      ))}
    </span>
    <span className="mt-0.5 block truncate text-[13px] text-muted">{template.subject ?? words.noSubject}</span>
    <span className="mt-1 block text-[13px] text-muted sm:hidden">
      {words.updated} <Ago at={template.updated_at} />
    </span>
  </>
);
