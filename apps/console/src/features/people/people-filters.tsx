import { MEMBERSHIP_STATUSES } from '@dundun/domain/membership';
import type { ReactNode } from 'react';
import { Select } from '@/components/ui/input';
import { SearchBox } from '@/components/ui/search-box';
import { useLists } from '@/features/lists/queries';
import type { PeopleFilterState } from './use-people-filters';
import { words } from './words';

export function PeopleFilters({ filters, children }: { filters: PeopleFilterState; children: ReactNode }) {
  const { data: lists = [] } = useLists();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchBox
        hotkey
        label={words.search}
        value={filters.search}
        onChange={(event) => filters.setSearch(event.target.value)}
        maxLength={255}
        className="min-w-56 flex-1 sm:max-w-sm"
      />
      <Select
        aria-label={words.list}
        value={filters.list}
        onChange={(event) => filters.setList(event.target.value)}
        className="w-full sm:w-52"
      >
        <option value="">{words.allLists}</option>
        {lists.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
      {filters.list && (
        <Select
          aria-label={words.status}
          value={filters.status}
          onChange={(event) => filters.setStatus(event.target.value)}
          className="w-full sm:w-40"
        >
          <option value="">{words.anyStatus}</option>
          {MEMBERSHIP_STATUSES.map((status) => (
            <option key={status} value={status}>
              {words.statuses[status]}
            </option>
          ))}
        </Select>
      )}
      <span className="ml-auto hidden sm:block">{children}</span>
    </div>
  );
}
