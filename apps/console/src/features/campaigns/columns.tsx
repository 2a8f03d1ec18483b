import Link from 'next/link';
import type { Column } from '@/components/table/columns';
import { ActionsHead } from '@/components/table/data-table';
import { Badge } from '@/components/ui/badge';
import { Ago } from '@/components/ui/moment';
import { count, momentOf, percent } from '@/lib/format';
import { ApprovalBadge } from '@/features/approvals/approval-badge';
import { CampaignMenu } from './campaign-menu';
import { conversionWords } from './conversion-words';
import { numbersOf } from './numbers';
import type { Campaign } from './queries';
import { StateBadge } from './state-badge';
import { words } from './words';

export const columns: Column<Campaign>[] = [
  {
    id: 'name',
    header: words.name,
    cell: ({ row }) => <Name campaign={row.original} />,
    meta: { className: 'w-full max-w-0' },
  },
  {
    id: 'state',
    header: words.state,
    cell: ({ row: { original } }) =>
      original.state === 'draft' && original.approval ? (
        <ApprovalBadge approval={original.approval} />
      ) : (
        <StateBadge state={original.state} />
      ),
    meta: { className: 'whitespace-nowrap' },
  },
  {
    id: 'recipients',
    header: words.recipients,
    cell: ({ row: { original } }) =>
      original.frozen_at ? (
        <span className="font-medium">{count(numbersOf(original).recipients)}</span>
      ) : (
        <span className="text-muted">–</span>
      ),
    meta: { className: 'hidden text-right sm:table-cell' },
  },
  {
    id: 'clicked',
    header: words.clicked,
    cell: ({ row: { original } }) => <KeyNumber campaign={original} />,
    meta: { className: 'hidden text-right lg:table-cell' },
  },
  {
    id: 'when',
    header: words.when,
    cell: ({ row }) => (
      <span className="text-muted">
        <When campaign={row.original} />
      </span>
    ),
    meta: { className: 'hidden whitespace-nowrap md:table-cell' },
  },
  {
    id: 'actions',
    header: ActionsHead,
    cell: ({ row }) => <CampaignMenu campaign={row.original} />,
    meta: { className: 'w-12 pl-0 text-right' },
  },
];

/** The share of what arrived and is tracked in which a person clicked; of opens where clicks are not tracked. */
function KeyNumber({ campaign }: { campaign: Campaign }) {
  const { opened, clicked, tracking_refused: refused } = campaign.engagement;
  const tracked = numbersOf(campaign).arrived - refused;
  const { conversions } = campaign;
  if (tracked <= 0 || (!campaign.track_clicks && !campaign.track_opens)) return <span className="text-muted">–</span>;
  const share = percent((campaign.track_clicks ? clicked : opened) / tracked);
  return (
    <span className="font-medium">
      {share}
      {!campaign.track_clicks && <span className="font-normal text-muted"> {words.openedShort}</span>}
      {conversions && (
        <span className="block text-xs font-normal whitespace-nowrap text-muted">
          {conversionWords.short({ n: conversions.conversions })}
        </span>
      )}
    </span>
  );
}

function When({ campaign: { state, start_at, ended_at, updated_at } }: { campaign: Campaign }) {
  if (state === 'scheduled' && start_at) return words.startsAt({ when: momentOf(start_at) });
  return <Ago at={ended_at ?? start_at ?? updated_at} />;
}

/** The link covers its whole row. */
const Name = ({ campaign: { id, name, channel, labels, subject, text } }: { campaign: Campaign }) => (
  <span className="flex min-w-0 items-baseline gap-2.5">
    <Link
      href={`/campaigns/${encodeURIComponent(id)}`}
      prefetch={false}
      data-opens
      dir="auto"
      title={name}
      className="max-w-full min-w-0 shrink-0 truncate font-medium after:absolute after:inset-0"
    >
      {name}
    </Link>
    {channel === 'sms' && (
      <span className="shrink-0">
        <Badge>{words.channels.sms}</Badge>
      </span>
    )}
    {labels.slice(0, 3).map((label) => (
      <span key={label} className="hidden max-w-32 shrink-0 truncate sm:block">
        <Badge>{label}</Badge>
      </span>
    ))}
    <span
      dir="auto"
      className="hidden min-w-0 truncate text-muted md:block"
      title={(channel === 'sms' ? text : subject) ?? undefined}
    >
      {channel === 'sms' ? text : subject}
    </span>
  </span>
);
