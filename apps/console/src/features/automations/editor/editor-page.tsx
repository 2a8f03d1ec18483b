'use client';

import { ApiError } from '@dundun/client';
import { useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { Page } from '@/features/shell/shell';
import { useTitle } from '@/lib/use-title';
import { NoAutomation } from '../not-found';
import { keys, useAutomation, type AutomationDetail } from '../queries';
import { words } from './words';

const Editor = dynamic(() => import('./editor').then(({ Editor: loaded }) => loaded), {
  loading: () => (
    <Page>
      <PageSkeleton />
    </Page>
  ),
});

/** The page on which an automation is drawn. */
export function EditorPage({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useAutomation(id);
  useTitle(data && `${words.edit} ${data.name}`);
  if (data) return <Opened automation={data} />;
  if (error instanceof ApiError && error.status === 404) return <NoAutomation />;
  return (
    <Page>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : <PageSkeleton />}
    </Page>
  );
}

/** Editing begins with what is stored, once; what changes elsewhere is noticed when this is saved. */
function Opened({ automation }: { automation: AutomationDetail }) {
  const client = useQueryClient();
  const [generation, setGeneration] = useState(0);
  const reload = async () => {
    await client.refetchQueries({ queryKey: keys.one(automation.id), exact: true });
    setGeneration((before) => before + 1);
  };
  return <Editor key={generation} automation={automation} onReload={() => void reload()} />;
}
