'use client';

import { ApiError } from '@dundun/client';
import { SearchX } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { Page } from '@/features/shell/shell';
import { useTitle } from '@/lib/use-title';
import { useCampaign } from './queries';
import { words } from './words';

const DraftPage = dynamic(() => import('./draft/draft-page').then(({ DraftPage: loaded }) => loaded), {
  loading: PageSkeleton,
});
const RunPage = dynamic(() => import('./run/run-page').then(({ RunPage: loaded }) => loaded), {
  loading: PageSkeleton,
});

/** A campaign: its draft until it starts, then what became of it. */
export function CampaignPage({ id }: { id: string }) {
  const { data: campaign, error, isFetching, refetch } = useCampaign(id);
  useTitle(campaign?.name);
  return (
    <Page>
      {error instanceof ApiError && error.status === 404 ? (
        <EmptyState icon={SearchX} title={words.unknownTitle} text={words.unknownText}>
          <Button asChild variant="outline">
            <Link href="/campaigns">{words.back}</Link>
          </Button>
        </EmptyState>
      ) : campaign?.state === 'draft' ? (
        <DraftPage campaign={campaign} />
      ) : campaign ? (
        <RunPage campaign={campaign} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <PageSkeleton />
      )}
    </Page>
  );
}
