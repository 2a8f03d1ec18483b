'use client';

import type { ListView } from '@dundun/client';
import type { ReactNode } from 'react';
import { Ago, Day } from '@/components/ui/moment';
import { Meaning } from '@/components/ui/number-tile';
import { OptinBadge } from '@/features/lists/optin-badge';
import { words as lists } from '@/features/lists/words';
import { useListReach } from '@/features/people/queries';
import { count } from '@/lib/format';
import { useListCounts } from './queries';
import { words } from './words';

/** How many people are on a list, what they add up to, and who of them can be reached. */
export function ListNumbers({ list }: { list: ListView }) {
  const { data: reach } = useListReach(list.id);
  return (
    <dl className="mb-5 grid grid-cols-2 overflow-hidden rounded-xl border bg-surface shadow-shade sm:flex sm:flex-wrap">
      <Fact label={words.onList} meaning={words.onListMeaning} note={<MakeUp id={list.id} />} isWide>
        {count(list.subscriber_count)}
      </Fact>
      <Fact label={words.canGetEmail} meaning={words.canGetEmailMeaning} note={<Counted at={reach?.counted_at} />}>
        <Reached people={reach?.email} />
      </Fact>
      <Fact label={words.canGetSms} meaning={words.canGetSmsMeaning}>
        <Reached people={reach?.sms} />
      </Fact>
      <Fact label={lists.broadcasts}>{count(list.broadcast_count)}</Fact>
      <Fact label={lists.createdAt}>
        <Day at={list.created_at} />
      </Fact>
      {list.double_optin && (
        <Fact label={lists.joining}>
          <OptinBadge />
        </Fact>
      )}
    </dl>
  );
}

/** What the people on the list add up to. */
function MakeUp({ id }: { id: string }) {
  const { data } = useListCounts(id);
  if (!data || data.total === 0) return null;
  const least = data.is_exact ? '' : `${words.atLeast} `;
  return words.makeUp({
    subscribed: count(data.subscribed),
    pending: `${least}${count(data.pending)}`,
    suppressed: `${least}${count(data.suppressed)}`,
  });
}

/** A long count is not made at each look, so that its time belongs to it. */
const Counted = ({ at }: { at: string | null | undefined }) =>
  at ? (
    <>
      {words.counted} <Ago at={at} />
    </>
  ) : null;

const Reached = ({ people }: { people: number | null | undefined }) =>
  people === null ? <span className="text-muted">{words.counting}</span> : people === undefined ? '–' : count(people);

interface FactProps {
  label: string;
  meaning?: string;
  /** A line under the fact. */
  note?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

const Fact = ({ label, meaning, note, isWide, children }: FactProps) => (
  <div className={`px-4 py-2.5 sm:border-r sm:pr-8 sm:last:border-r-0 ${isWide ? 'col-span-2' : ''}`}>
    <dt className="flex min-h-6 items-center gap-1 text-xs text-muted">
      {label}
      {meaning && <Meaning label={label} text={meaning} />}
    </dt>
    <dd className="text-lg font-semibold tracking-tight tabular-nums">
      <span className="block">{children}</span>
      <span className="block text-xs font-normal tracking-normal text-muted empty:hidden">{note}</span>
    </dd>
  </div>
);
