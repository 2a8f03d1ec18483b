import { PageStaleNote } from '@/components/ui/stale-note';
import { SearchBox } from '@/components/ui/search-box';
import { Segmented } from '@/components/ui/segmented';
import type { InboxFilterState } from './use-inbox-filters';
import { words } from './words';

const options = [
  { value: 'all' as const, label: words.all },
  { value: 'email' as const, label: words.email },
  { value: 'sms' as const, label: words.sms },
];

export function InboxFilters({ filters }: { filters: InboxFilterState }) {
  return (
    <header className="mb-4 xl:mb-5 xl:px-5">
      <h1 className="text-xl leading-7 font-semibold tracking-tight">{words.title}</h1>
      <PageStaleNote />
      <p className="mt-0.5 mb-4 text-[13px] text-muted">{words.text}</p>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          hotkey
          label={words.search}
          value={filters.search}
          onChange={(event) => filters.setSearch(event.target.value)}
          maxLength={255}
          className="w-full sm:w-auto sm:flex-1 xl:w-full xl:flex-none"
        />
        <Segmented
          label={words.filter}
          value={filters.channel ?? 'all'}
          options={options}
          onChange={(next) => filters.setChannel(next === 'all' ? null : next)}
        />
      </div>
    </header>
  );
}
