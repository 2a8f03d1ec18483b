'use client';

import { ApiError } from '@dundun/client';
import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { Confirmations } from '@/features/confirmations/confirmations';
import { useList } from '@/features/lists/queries';
import { useTitle } from '@/lib/use-title';
import { Page } from '@/features/shell/shell';
import { Growth } from './growth';
import { ListHead } from './list-head';
import { Members } from './members';
import { words } from './words';

export function ListPage({ id }: { id: string }) {
  const { data: list, error, isFetching, refetch } = useList(id);
  useTitle(list?.title);
  if (list) {
    return (
      <Page>
        <ListHead list={list} />
        {list.double_optin && <Confirmations list={list.id} />}
        <Growth list={list} />
        <Members list={list} />
      </Page>
    );
  }
  return (
    <Page>
      {!error && <PageSkeleton />}
      {error instanceof ApiError && error.status === 404 && <Unknown />}
      {error && !(error instanceof ApiError && error.status === 404) && (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Page>
  );
}

const Unknown = () => (
  <EmptyState icon={SearchX} title={words.unknownTitle} text={words.unknownText}>
    <Button asChild variant="outline">
      <Link href="/lists">{words.back}</Link>
    </Button>
  </EmptyState>
);
