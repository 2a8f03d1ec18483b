'use client';

import { ListChecks } from 'lucide-react';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { useMay } from '@/features/session/use-may';
import { Page } from '@/features/shell/shell';
import { useShell } from '@/features/shell/shell-context';
import { DeletionNotice } from '@/features/workspace/deletion-notice';
import { weekdayOf } from '@/lib/format';
import { AttentionPanel } from './attention-panel';
import { Figures } from './figures';
import { GettingStarted } from './getting-started';
import { useHome } from './queries';
import { Tour } from './tour';
import { Trends } from './trends';
import { words } from './words';

/** The first page of a morning: what needs attention, what happened, and what is next in a new workspace. */
export function HomePage() {
  const { member } = useShell().session;
  const maySee = useMay('getHome');
  const query = useHome(maySee);
  const { data: home, error, isFetching, refetch } = query;
  const name = member.name?.trim().split(/\s+/)[0];
  const today = home?.days.at(-1)?.day;
  return (
    <Page>
      <PageHeader
        title={<span dir="auto">{name ? words.greeting({ name }) : words.hello}</span>}
        text={home && today && words.text({ day: weekdayOf(today), zone: home.time_zone })}
      />
      <DeletionNotice />
      <Tour />
      {!maySee && <Limited />}
      {maySee && !home && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {maySee && !home && !error && <Loading />}
      {home && (
        <>
          {home.is_counting && (
            <p role="status" className="mb-5 rounded-xl border bg-wait-tint px-4 py-2.5 text-[13px] text-wait">
              {words.counting}
            </p>
          )}
          <GettingStarted home={home} />
          <AttentionPanel days={home.days} />
          <Figures home={home} />
          <Trends home={home} />
        </>
      )}
    </Page>
  );
}

const Limited = () => (
  <EmptyState icon={ListChecks} title={words.limited} text={words.limitedText}>
    <Button asChild>
      <Link href="/lists">{words.toLists}</Link>
    </Button>
  </EmptyState>
);

const Loading = () => (
  <div aria-busy="true">
    <div className="mb-5 grid grid-cols-1 gap-3 min-[420px]:grid-cols-2 xl:grid-cols-4">
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-25 w-full rounded-xl" />
      ))}
    </div>
    <Skeleton className="h-60 w-full rounded-xl" />
  </div>
);
