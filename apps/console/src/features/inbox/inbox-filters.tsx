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
      <h1 className="text-[22px] leading-8 font-semibold tracking-tight">{words.title}</h1>
      <p className="mt-0.5 mb-4 text-sm text-muted">{words.text}</p>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          hotkey
          label={words.search}
          value={filters.to}
          onChange={(event) => filters.setTo(event.target.value)}
          maxLength={320}
          className="min-w-36 flex-1"
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
