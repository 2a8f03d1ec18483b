'use client';

import { ApiError } from '@dundun/client';
import { SearchX, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { Panel } from '@/components/ui/panel';
import { May } from '@/features/session/may';
import { Page } from '@/features/shell/shell';
import { count } from '@/lib/format';
import { useTitle } from '@/lib/use-title';
import { Mapping } from './mapping';
import { useKinds, useSource, useSourceEvents, type Source } from './queries';
import { SourceActions } from './source-actions';
import { SourceEvents } from './source-events';
import { words } from './words';

/** One source: its address, how to connect it, its mapping, and what it received. */
export function SourcePage({ id }: { id: string }) {
  const { data: source, error, isFetching, refetch } = useSource(id);
  useTitle(source?.name);
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Page>
      {source && <Content source={source} />}
      {!source && !error && <PageSkeleton />}
      {!source && isUnknown && (
        <EmptyState icon={SearchX} title={words.unknownTitle} text={words.unknownText}>
          <Button asChild variant="outline">
            <Link href="/settings/sources">{words.back}</Link>
          </Button>
        </EmptyState>
      )}
      {!source && error && !isUnknown && (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Page>
  );
}

function Content({ source }: { source: Source }) {
  const [chosen, setChosen] = useState<string>();
  const latest = useSourceEvents(source.id, {}).data?.data[0]?.payload;
  const isMapped = 'mapping' in source.settings;
  return (
    <>
      <PageHeader
        title={<span dir="auto">{source.name}</span>}
        text={<Facts source={source} />}
        above={<BackLink href="/settings/sources" label={words.back} />}
      >
        <May call="updateSource">
          <SourceActions source={source} />
        </May>
      </PageHeader>
      {source.refusal && (
        <p role="status" className="mb-4 flex gap-2.5 rounded-lg bg-danger-tint px-4 py-3 text-sm text-danger">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {words.refusedLast({ why: source.refusal })}
        </p>
      )}
      <div className="grid gap-5">
        <Connection source={source} />
        {isMapped && <Mapping source={source} received={chosen ?? latest} />}
      </div>
      <SourceEvents id={source.id} onUse={isMapped ? setChosen : undefined} />
    </>
  );
}

function Facts({ source }: { source: Source }) {
  const title = useKinds().data?.data.find(({ kind }) => kind === source.kind)?.title ?? source.kind;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>{title}</span>
      {!source.enabled && <Badge>{words.off404}</Badge>}
      <span>
        {words.events}: {count(source.accepted)}
      </span>
      <span>
        {words.repeated}: {count(source.repeated)}
      </span>
      <span>
        {words.refused}: {count(source.refused)}
      </span>
    </span>
  );
}

function Connection({ source }: { source: Source }) {
  if (source.by_key) return <p className="text-[13px] text-muted">{words.byKeyText}</p>;
  return (
    <Panel title={words.howTo}>
      <div className="grid gap-4 px-4 py-4 text-[13px]">
        <ol className="grid list-decimal gap-1 pl-5">
          {(words.steps[source.kind] ?? words.anySteps).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <div>
          <p className="mb-1.5 font-medium">{words.address}</p>
          <p className="flex items-center gap-1 rounded-lg border bg-sunken py-0.5 pr-0.5 pl-3">
            <code className="min-w-0 flex-1 truncate font-mono text-xs" title={source.url}>
              {source.url}
            </code>
            <CopyButton text={source.url} label={words.copyAddress} />
          </p>
          <p className="mt-1.5 text-muted">{words.addressText}</p>
        </div>
      </div>
    </Panel>
  );
}
