'use client';

import { SearchCheck, Users } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useMemo, useState } from 'react';
import type { Column } from '@/components/table/columns';
import { PagedTable } from '@/components/table/paged-table';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Input } from '@/components/ui/input';
import { Day } from '@/components/ui/moment';
import { usePanel } from '@/components/ui/side-panel';
import { profilePath } from '@/features/people/person-name';
import { useCursors } from '@/lib/use-cursors';
import { useSegmentMembers, type Member, type Segment } from './queries';
import { words } from './words';

const WhyPanel = dynamic(() => import('./why-panel').then(({ WhyPanel: loaded }) => loaded));

const LONGEST_UID = 255;

const columnsOf = (explain: (uid: string) => void): Column<Member>[] => [
  {
    id: 'person',
    header: words.person,
    cell: ({ row: { original } }) => (
      <span className="flex min-w-0 items-baseline gap-2.5">
        <Link
          href={profilePath(original.uid)}
          prefetch={false}
          data-opens
          dir="auto"
          className="min-w-0 truncate font-medium after:absolute after:inset-0"
        >
          {original.email ?? (original.number ? `+${original.number}` : original.uid)}
        </Link>
        <span className="hidden min-w-0 truncate font-mono text-xs text-muted md:block">{original.uid}</span>
      </span>
    ),
    meta: { className: 'w-full max-w-0' },
  },
  {
    id: 'since',
    header: words.since,
    cell: ({ row }) => (
      <span className="text-muted">
        <Day at={row.original.since} />
      </span>
    ),
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
  {
    id: 'why',
    header: '',
    cell: ({ row }) => (
      <Button variant="outline" size="sm" className="relative z-10" onClick={() => explain(row.original.uid)}>
        {words.why}
      </Button>
    ),
    meta: { className: 'text-right' },
  },
];

/** The members of a segment; each can be explained, and so can anybody else. */
export function SegmentMembers({ segment }: { segment: Segment }) {
  const cursors = useCursors();
  const query = useSegmentMembers(segment.id, cursors.query);
  const panel = usePanel('why');
  const { show } = panel;
  const columns = useMemo(() => columnsOf(show), [show]);
  const isEmpty = query.data?.data.length === 0 && cursors.isFirst;
  return (
    <section aria-label={words.members}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold tracking-tight">{words.members}</h2>
        <CheckPerson onCheck={show} />
      </div>
      <PagedTable
        caption={words.members}
        columns={columns}
        query={query}
        rowId={({ uid }) => uid}
        cursors={cursors}
        isEmpty={isEmpty}
        empty={
          <EmptyState
            icon={Users}
            title={words.membersEmptyTitle}
            text={segment.state === 'building' ? words.membersBuilding : words.membersEmptyText}
          />
        }
      />
      {panel.shown && <WhyPanel segment={segment} uid={panel.shown} onClose={panel.close} />}
    </section>
  );
}

/** Asks why somebody is in the segment or not. */
function CheckPerson({ onCheck }: { onCheck: (uid: string) => void }) {
  const [uid, setUid] = useState('');
  return (
    <form
      role="search"
      aria-label={words.check}
      className="flex w-full gap-2 sm:w-auto"
      onSubmit={(event) => {
        event.preventDefault();
        if (uid.trim()) onCheck(uid.trim());
      }}
    >
      <Input
        aria-label={words.check}
        placeholder={words.checkHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_UID}
        value={uid}
        onChange={(event) => setUid(event.target.value)}
        className="sm:w-52!"
      />
      <Button type="submit" variant="outline">
        <SearchCheck /> {words.checkSubmit}
      </Button>
    </form>
  );
}
