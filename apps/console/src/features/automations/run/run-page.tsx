'use client';

import { ApiError } from '@dundun/client';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { Page } from '@/features/shell/shell';
import { useTitle } from '@/lib/use-title';
import { NoAutomation } from '../not-found';
import { useAutomation } from '../queries';

const LiveView = dynamic(() => import('./live-view').then(({ LiveView: loaded }) => loaded), { loading: PageSkeleton });

/** What an automation does at the moment; a draft has nothing to show but its drawing. */
export function RunPage({ id }: { id: string }) {
  const router = useRouter();
  const { data, error, isFetching, refetch } = useAutomation(id);
  const isDraft = data?.live_version === null;
  useTitle(data?.name);
  useEffect(() => {
    if (isDraft) router.replace(`/automations/${encodeURIComponent(id)}/edit`);
  }, [isDraft, id, router]);
  if (error instanceof ApiError && error.status === 404) return <NoAutomation />;
  return (
    <Page>
      {data && !isDraft ? (
        <LiveView automation={data} />
      ) : error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <PageSkeleton />
      )}
    </Page>
  );
}
