import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { SearchBox } from '@/components/ui/search-box';
import type { EventFilterState } from './use-event-filters';
import { words } from './words';

export function EventFilters({ filters }: { filters: EventFilterState }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <SearchBox
        hotkey
        label={words.byName}
        value={filters.event}
        onChange={(event) => filters.setEvent(event.target.value)}
        maxLength={255}
        className="min-w-48 flex-1"
      />
      <SearchBox
        label={words.byPerson}
        value={filters.uid}
        onChange={(event) => filters.setUid(event.target.value)}
        maxLength={255}
        className="min-w-48 flex-1"
      />
      {filters.isActive && (
        <Button variant="ghost" onClick={filters.clear}>
          <X /> {words.clear}
        </Button>
      )}
    </div>
  );
}
