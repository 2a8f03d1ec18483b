import type { ReactNode } from 'react';
import { SearchBox } from '@/components/ui/search-box';
import { Segmented } from '@/components/ui/segmented';
import type { MemberFilterState } from './use-member-filters';
import { words } from './words';

const { subscribed, pending, unsubscribed } = words.statuses;
const options = [
  { value: 'all' as const, label: words.all },
  { value: 'subscribed' as const, label: subscribed },
  { value: 'pending' as const, label: pending },
  { value: 'unsubscribed' as const, label: unsubscribed },
];

export function MemberFilters({ filters, children }: { filters: MemberFilterState; children: ReactNode }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <SearchBox
        hotkey
        label={words.search}
        value={filters.search}
        onChange={(event) => filters.setSearch(event.target.value)}
        maxLength={255}
        className="min-w-56 flex-1"
      />
      <Segmented
        label={words.filter}
        value={filters.status ?? 'all'}
        options={options}
        onChange={(next) => filters.setStatus(next === 'all' ? null : next)}
      />
      {children}
    </div>
  );
}
