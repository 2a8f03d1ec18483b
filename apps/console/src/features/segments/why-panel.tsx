'use client';

import { ApiError } from '@dundun/client';
import { Check, X } from 'lucide-react';
import Link from 'next/link';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { Ago } from '@/components/ui/moment';
import { SidePanel } from '@/components/ui/side-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { profilePath } from '@/features/people/person-name';
import { useExplanation, type Segment } from './queries';
import { words } from './words';

interface WhyPanelProps {
  segment: Segment;
  uid: string;
  onClose: () => void;
}

/** Why somebody is in a segment or not: each condition with the value that decided. */
export function WhyPanel({ segment, uid, onClose }: WhyPanelProps) {
  const { data, error, isFetching, refetch } = useExplanation(segment.id, uid);
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <SidePanel open onClose={onClose} kind={segment.name} title={words.whyOf(uid)}>
      {isUnknown && <p className="text-[13px] text-muted">{words.noPerson}</p>}
      {!data && error && !isUnknown && (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!data && !error && <Skeleton className="h-32 w-full" />}
      {data && (
        <div className="grid gap-4">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-[13px]">
            <dt className="text-muted">{words.state}</dt>
            <dd>
              <Badge tone={data.member ? 'good' : 'neutral'}>{data.member ? words.isMember : words.isNoMember}</Badge>
            </dd>
            {data.since && (
              <>
                <dt className="text-muted">{words.since}</dt>
                <dd>
                  <Ago at={data.since} />
                </dd>
              </>
            )}
            {data.cause && (
              <>
                <dt className="text-muted">{words.lastChange}</dt>
                <dd>{words.because[data.cause]}</dd>
              </>
            )}
          </dl>
          {data.conditions.length === 0 && <p className="text-[13px] text-muted">{words.byHand}</p>}
          <ol className="grid gap-2">
            {data.conditions.map(({ sentence, holds, value, at }, index) => (
              <li key={`${index} ${sentence}`} className="flex gap-2.5 rounded-lg border px-3 py-2 text-[13px]">
                <span title={holds ? words.holds : words.holdsNot} className={holds ? 'text-good' : 'text-muted'}>
                  {holds ? (
                    <Check className="size-4" aria-hidden="true" />
                  ) : (
                    <X className="size-4" aria-hidden="true" />
                  )}
                  <span className="sr-only">{holds ? words.holds : words.holdsNot}</span>
                </span>
                <span className="min-w-0">
                  <span dir="auto" className="block break-words">
                    {sentence}
                  </span>
                  <span className="text-xs break-words text-muted">
                    {value !== null && `${words.found}: ${String(value)}`}
                    {value !== null && at && ' · '}
                    {at && (
                      <>
                        {words.foundAt} <Ago at={at} />
                      </>
                    )}
                  </span>
                </span>
              </li>
            ))}
          </ol>
          <Button asChild variant="outline">
            <Link href={profilePath(uid)}>{words.profile}</Link>
          </Button>
        </div>
      )}
    </SidePanel>
  );
}
