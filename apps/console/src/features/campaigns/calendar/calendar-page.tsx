'use client';

import { isLocalDate } from '@dundun/domain';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { createParser, parseAsStringLiteral, useQueryState } from 'nuqs';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Segmented } from '@/components/ui/segmented';
import { Page } from '@/features/shell/shell';
import { turned, VIEWS, weeksAround } from './calendar-days';
import { CalendarGrid } from './calendar-grid';
import { useCalendar } from './queries';
import { words } from './words';

const viewParser = parseAsStringLiteral(VIEWS).withDefault('month').withOptions({ history: 'push' });
const dayParser = createParser({ parse: (text) => (isLocalDate(text) ? text : null), serialize: String });

/** Campaigns by the day of their start, a month or a week at a time. */
export function CalendarPage() {
  const [view, setView] = useQueryState('view', viewParser);
  const [chosen, setChosen] = useQueryState('day', dayParser);
  // Until the service says which day it is in the workspace, it is that of the reader.
  const day = chosen ?? new Date().toLocaleDateString('en-CA');
  const weeks = weeksAround(view, day);
  const [from = day, to = day] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  const query = useCalendar(from, to);
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const heading = new Date(`${view === 'week' ? from : day}T00:00:00Z`).toLocaleDateString('en-GB', {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
    ...(view === 'week' && { day: 'numeric' }),
  });
  return (
    <Page>
      <PageHeader
        above={<BackLink href="/campaigns" label={words.back} />}
        title={words.title}
        text={data ? words.text({ zone: data.time_zone }) : words.textWaiting}
      />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button
          variant="outline"
          size="icon"
          aria-label={words.previous[view]}
          onClick={() => void setChosen(turned(view, day, -1))}
        >
          <ChevronLeft />
        </Button>
        <Button
          variant="outline"
          size="icon"
          aria-label={words.next[view]}
          onClick={() => void setChosen(turned(view, day, 1))}
        >
          <ChevronRight />
        </Button>
        <Button variant="outline" onClick={() => void setChosen(data?.today ?? null)}>
          {words.today}
        </Button>
        <h2 aria-live="polite" className="ml-1 font-semibold tracking-tight">
          {heading}
        </h2>
        <span className="ml-auto">
          <Segmented
            label={words.view}
            value={view}
            options={VIEWS.map((value) => ({ value, label: words.views[value] }))}
            onChange={(next) => void setView(next)}
          />
        </span>
      </div>
      {!data && error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <CalendarGrid
          label={heading}
          view={view}
          weeks={weeks}
          day={day}
          today={data?.today ?? null}
          campaigns={data?.data ?? []}
          isStale={!data || isPlaceholderData}
          onDay={(next) => void setChosen(next)}
        />
      )}
    </Page>
  );
}
