'use client';

import type { ImportView } from '@dundun/client';
import { FileX } from 'lucide-react';
import Link from 'next/link';
import { useParams } from 'next/navigation';
import { useState } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { JobProgress } from '@/components/ui/job-progress';
import { PageHeader } from '@/components/ui/page-header';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { Page } from '@/features/shell/shell';
import { bytes } from '@/lib/format';
import { useTitle } from '@/lib/use-title';
import { CheckStep } from './check-step';
import { MapStep } from './map-step';
import { useCancel, useImport } from './queries';
import { ReportStep } from './report-step';
import { Steps } from './steps';
import { words } from './words';

/** One import, at the step that it has reached. */
export function ImportPage() {
  const { id } = useParams<{ id: string }>();
  const query = useImport(id);
  const { data, error, isFetching, refetch } = query;
  useTitle(data?.file_name);
  if (!data)
    return (
      <Page>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : <PageSkeleton />}
      </Page>
    );
  return (
    <Page>
      <PageHeader
        title={<bdi>{data.file_name}</bdi>}
        text={[bytes(data.bytes), data.known && words.recognised({ service: words.known[data.known] })]
          .filter(Boolean)
          .join(' · ')}
        above={<BackLink href="/people/imports" label={words.back} />}
      />
      <Step view={data} />
    </Page>
  );
}

function Step({ view }: { view: ImportView }) {
  const [mapping, setMapping] = useState(false);
  const { state } = view;
  const showsMap = state === 'ready' || (state === 'checked' && mapping);
  const now = showsMap ? 'map' : state === 'checking' || state === 'checked' ? 'check' : 'run';
  return (
    <div className="grid gap-5">
      {state !== 'uploading' && state !== 'canceled' && <Steps now={now} isOver={state === 'done'} />}
      {showsMap && (
        <MapStep
          key={view.columns.map(({ header }) => header).join()}
          view={view}
          onChecked={() => setMapping(false)}
        />
      )}
      {state === 'checking' && <Working view={view} label={words.checkingFile({ name: view.file_name })} />}
      {state === 'checked' && !mapping && <CheckStep view={view} onChange={() => setMapping(true)} />}
      {(state === 'importing' || state === 'done' || state === 'failed') && <ReportStep view={view} />}
      {state === 'canceled' && <Ended title={words.canceledTitle} text={words.canceledText} />}
      {state === 'uploading' && <Ended title={words.brokenTitle} text={words.brokenText} />}
    </div>
  );
}

function Working({ view, label }: { view: ImportView; label: string }) {
  const cancel = useCancel(view.id);
  const { progress } = view;
  return (
    <JobProgress
      label={label}
      state={progress?.state ?? 'queued'}
      total={100}
      done={progress?.total ? Math.round((progress.done / progress.total) * 100) : 0}
    >
      <Button variant="outline" size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {words.cancel}
      </Button>
    </JobProgress>
  );
}

const Ended = ({ title, text }: { title: string; text: string }) => (
  <EmptyState icon={FileX} title={title} text={text}>
    <Button asChild>
      <Link href="/people/imports">{words.another}</Link>
    </Button>
  </EmptyState>
);
