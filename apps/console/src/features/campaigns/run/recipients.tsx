'use client';

import { Download, Users } from 'lucide-react';
import Link from 'next/link';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { Column } from '@/components/table/columns';
import { PagedTable } from '@/components/table/paged-table';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Segmented } from '@/components/ui/segmented';
import { May } from '@/features/session/may';
import { StatusBadge } from '@/features/messages/status-badge';
import { profilePath } from '@/features/people/person-name';
import { useCursors } from '@/lib/use-cursors';
import { useRecipients, type Campaign, type Recipient } from '../queries';
import { words } from '../words';

const STATES = ['planned', 'queued', 'skipped'] as const;
const OPTIONS = [
  { value: 'all' as const, label: words.all },
  ...STATES.map((value) => ({ value, label: words.recipientStates[value] ?? value })),
];

const columnsOf = (channel: Campaign['channel']): Column<Recipient>[] => [
  {
    id: 'person',
    header: words.person,
    cell: ({ row: { original } }) => <Person channel={channel} recipient={original} />,
    meta: { className: 'w-full max-w-0' },
  },
  {
    id: 'what',
    header: words.what,
    cell: ({ row: { original } }) => <What recipient={original} />,
    meta: { className: 'whitespace-nowrap' },
  },
  {
    id: 'message',
    header: '',
    cell: ({ row: { original } }) =>
      original.message && (
        <Link
          href={`/messages/${encodeURIComponent(original.message)}`}
          prefetch={false}
          className="relative z-10 font-medium text-primary hover:underline"
        >
          {words.message}
        </Link>
      ),
    meta: { className: 'hidden text-right sm:table-cell' },
  },
];

const Person = ({
  channel,
  recipient: { uid, email, number },
}: {
  channel: Campaign['channel'];
  recipient: Recipient;
}) =>
  uid === null ? (
    <span className="text-muted">{words.erased}</span>
  ) : (
    <Link
      href={profilePath(uid)}
      prefetch={false}
      data-opens
      dir="auto"
      className="block truncate font-medium after:absolute after:inset-0"
    >
      {(channel === 'sms' ? number : email) ?? uid}
    </Link>
  );

function What({ recipient: { state, reason, status } }: { recipient: Recipient }) {
  if (state === 'queued' && status) return <StatusBadge status={status as never} />;
  return <span className="text-muted">{(reason && words.skips[reason]) ?? words.recipientStates[state]}</span>;
}

const COLUMNS = { email: columnsOf('email'), sms: columnsOf('sms') };

/** Who it was made for, and what became of each. */
export function Recipients({ campaign }: { campaign: Campaign }) {
  const cursors = useCursors();
  const [state, setState] = useQueryState('state', parseAsStringLiteral(STATES).withOptions({ history: 'push' }));
  const query = useRecipients(campaign.id, { ...cursors.query, ...(state && { state }) });
  return (
    <section aria-label={words.recipients}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold tracking-tight">{words.recipients}</h2>
        <span className="flex flex-wrap items-center gap-2">
          <May call="exportCampaignRecipients">
            <Button asChild variant="outline" size="sm">
              <a href={`/api/console/campaigns/${encodeURIComponent(campaign.id)}/recipients/export`} download>
                <Download /> {words.exportPeople}
              </a>
            </Button>
          </May>
          <Segmented
            label={words.filter}
            value={state ?? 'all'}
            options={OPTIONS}
            onChange={(next) => {
              cursors.reset();
              void setState(next === 'all' ? null : next);
            }}
          />
        </span>
      </div>
      <PagedTable
        caption={words.recipients}
        columns={COLUMNS[campaign.channel]}
        query={query}
        rowId={({ uid, message, list, email }) => `${uid} ${message} ${list} ${email}`}
        cursors={cursors}
        isEmpty={query.data?.data.length === 0 && cursors.isFirst}
        empty={<EmptyState icon={Users} title={words.noRecipientsTitle} text={words.noRecipientsText} />}
        rows={5}
      />
    </section>
  );
}
