'use client';

import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import type { Campaign } from '../queries';
import { ClickMap } from './click-map';
import { Mailboxes } from './mailboxes';
import { OverTime } from './over-time';
import { Reaction } from './reaction';
import { useReport } from './report-queries';

/** What people did with the mail: in numbers, over time, by mailbox provider and by link. */
export function Reactions({ campaign }: { campaign: Campaign }) {
  const { data, error, isFetching, refetch } = useReport(campaign);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <Skeleton className="mb-4 h-96!" />;
  return (
    <>
      <Reaction total={data.total} campaign={campaign} />
      {data.points.length > 0 && <OverTime report={data} />}
      <Mailboxes mailboxes={data.mailboxes} />
      <ClickMap campaign={campaign} links={data.links} />
    </>
  );
}
