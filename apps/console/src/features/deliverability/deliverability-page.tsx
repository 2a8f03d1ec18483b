'use client';

import { MailCheck } from 'lucide-react';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { NumberTile } from '@/components/ui/number-tile';
import { PageHeader } from '@/components/ui/page-header';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { Panel } from '@/components/ui/panel';
import { Page } from '@/features/shell/shell';
import { count, percent } from '@/lib/format';
import { DomainPanel } from './domain-panel';
import { MailboxTable } from './mailbox-table';
import { useDeliverability } from './queries';
import { words } from './words';

const DAYS = 30;

/** Where mail arrives and where it does not, by sending domain and mailbox provider. */
export function DeliverabilityPage() {
  const query = useDeliverability();
  const { data, error, isFetching, refetch } = query;
  return (
    <Page>
      <PageHeader title={words.title} text={words.text({ days: data?.days ?? DAYS })} />
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <PageSkeleton />}
      {data && data.total.sent + data.total.failed === 0 && (
        <EmptyState icon={MailCheck} title={words.emptyTitle} text={words.emptyText} />
      )}
      {data && data.total.sent + data.total.failed > 0 && <Overview view={data} />}
      {data && (
        <div className="mt-4 grid gap-4">
          {data.domains.map((domain) => (
            <DomainPanel key={domain.domain} domain={domain} />
          ))}
        </div>
      )}
    </Page>
  );
}

type View = NonNullable<ReturnType<typeof useDeliverability>['data']>;

function Overview({ view: { total, mailboxes } }: { view: View }) {
  const of = (part: number, whole: number) => percent(whole > 0 ? part / whole : 0);
  const { sent, arrived, bounced, complained, deferred, clicked, tracking_refused: refused } = total;
  return (
    <>
      <section aria-label={words.numbers} className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-5">
        <NumberTile label={words.sent} value={count(sent)} />
        <NumberTile
          label={words.bounced}
          value={count(bounced)}
          note={of(bounced, sent)}
          meaning={words.bouncedMeaning}
        />
        <NumberTile
          label={words.complained}
          value={count(complained)}
          note={of(complained, arrived)}
          meaning={words.complainedMeaning}
        />
        <NumberTile
          label={words.deferred}
          value={count(deferred)}
          note={of(deferred, sent)}
          meaning={words.deferredMeaning}
        />
        <NumberTile
          label={words.clicked}
          value={count(clicked)}
          note={of(clicked, arrived - refused)}
          meaning={words.clickedMeaning}
        />
      </section>
      <Panel title={words.byMailbox}>
        <MailboxTable label={words.byMailbox} rows={mailboxes} />
      </Panel>
    </>
  );
}
