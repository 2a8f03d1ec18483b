'use client';

import { ApiError } from '@dundun/client';
import dynamic from 'next/dynamic';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { Skeleton } from '@/components/ui/skeleton';
import { Page } from '@/features/shell/shell';
import { useTitle } from '@/lib/use-title';
import { useSegment } from '../queries';
import { UnknownSegment } from '../unknown-segment';
import { words as segments } from '../words';
import { STARTING_POINTS } from './condition-kinds';
import { linkedTree } from './draft';
import { words } from './words';

const Editor = dynamic(() => import('./editor').then(({ Editor: loaded }) => loaded), {
  ssr: false,
  loading: () => <Skeleton className="h-80 w-full rounded-xl" />,
});

const parsers = {
  start: parseAsStringLiteral(STARTING_POINTS.map(({ id }) => id)),
  copy: parseAsString,
  match: parseAsString,
};

/** Builds a new segment: from nothing, from a starting point, from another one, or from a filter. */
export function NewSegmentPage() {
  const [{ start, copy, match }] = useQueryStates(parsers);
  const filter = useMemo(() => (match ? linkedTree(match) : null), [match]);
  const point = STARTING_POINTS.find(({ id }) => id === start);
  return (
    <Page>
      <PageHeader title={words.newTitle} above={<BackLink href="/segments" label={segments.back} />} />
      {copy ? <Copy id={copy} /> : <Editor key={start ?? match} initial={point?.tree ?? filter} name={point?.name} />}
    </Page>
  );
}

function Copy({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useSegment(id);
  if (data) {
    const copied = { name: segments.copyOf(data.name), kind: data.kind };
    return (
      <Editor key={id} initial={data.match as never} peopleOf={data.kind === 'manual' ? id : undefined} {...copied} />
    );
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  return <PageSkeleton />;
}

/** Changes the conditions of a segment. */
export function EditSegmentPage({ id }: { id: string }) {
  const { data: segment, error, isFetching, refetch } = useSegment(id);
  useTitle(segment?.name);
  return (
    <Page>
      {error instanceof ApiError && error.status === 404 && <UnknownSegment />}
      {!segment && error && !(error instanceof ApiError && error.status === 404) && (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!segment && !error && <PageSkeleton />}
      {segment && (
        <>
          <PageHeader
            title={words.editTitle}
            text={<span dir="auto">{segment.name}</span>}
            above={<BackLink href={`/segments/${segment.id}`} label={segments.backToOne} />}
          />
          <Editor key={segment.id} segment={segment} initial={segment.match as never} />
        </>
      )}
    </Page>
  );
}
