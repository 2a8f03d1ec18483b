'use client';

import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { conversionWords } from '../conversion-words';
import type { Campaign } from '../queries';
import { ClickMap } from './click-map';
import { Conversions, type ConversionRow } from './conversions';
import { Mailboxes } from './mailboxes';
import { OverTime } from './over-time';
import { Reaction } from './reaction';
import { useReport, type CampaignReport } from './report-queries';
import { SmsLinks } from './sms-links';

const partsOf = ({ variants }: NonNullable<CampaignReport['conversions']>) => ({
  label: conversionWords.variant,
  rows: variants.map(({ variant, ...sums }): ConversionRow => [variant.toUpperCase(), sums, sums.people]),
});

/** What people did with the messages: in numbers, over time, by link, and mail by mailbox provider. */
export function Reactions({ campaign }: { campaign: Campaign }) {
  const { data, error, isFetching, refetch } = useReport(campaign);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <Skeleton className="mb-4 h-96!" />;
  return (
    <>
      <Reaction total={data.total} campaign={campaign} />
      {data.conversions && <Conversions conversions={data.conversions} parts={partsOf(data.conversions)} />}
      {data.points.length > 0 && <OverTime report={data} />}
      {campaign.channel === 'sms' ? (
        <SmsLinks id={campaign.id} links={data.links} />
      ) : (
        <>
          <Mailboxes mailboxes={data.mailboxes} />
          <ClickMap campaign={campaign} links={data.links} />
        </>
      )}
    </>
  );
}
