'use client';

import { ApiError } from '@dundun/client';
import { SearchX, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { May } from '@/features/session/may';
import { Page } from '@/features/shell/shell';
import { useTitle } from '@/lib/use-title';
import { DmarcReports } from './dmarc-reports';
import { DomainActions } from './domain-actions';
import { DomainFacts } from './domain-facts';
import { DomainRecords } from './domain-records';
import { useDomain, type DomainDetail } from './queries';
import { useAutoCheck } from './use-auto-check';
import { WarmUps } from './warm-ups';
import { words } from './words';

export function DomainPage({ id }: { id: string }) {
  const { data: domain, error, isFetching, refetch } = useDomain(id);
  useTitle(domain?.domain);
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Page>
      {domain && (
        <>
          <PageHeader
            title={domain.domain}
            text={<DomainFacts domain={domain} />}
            above={<BackLink href="/settings/domains" label={words.back} />}
          >
            <May call="checkDomain">
              <DomainActions domain={domain} />
            </May>
          </PageHeader>
          {domain.failing_since && <Failing />}
          <AutoCheck domain={domain} />
          <DomainRecords domain={domain} />
          <DmarcReports id={domain.id} />
          <WarmUps id={domain.id} />
        </>
      )}
      {!domain && !error && <PageSkeleton />}
      {!domain && isUnknown && <Unknown />}
      {!domain && error && !isUnknown && (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Page>
  );
}

/** Says that checks go on by themselves, as long as they do. */
function AutoCheck({ domain }: { domain: DomainDetail }) {
  const isChecking = useAutoCheck(domain);
  return isChecking && <p className="mb-3 text-[13px] text-muted">{words.autoCheck}</p>;
}

const Unknown = () => (
  <EmptyState icon={SearchX} title={words.unknownTitle} text={words.unknownText}>
    <Button asChild variant="outline">
      <Link href="/settings/domains">{words.back}</Link>
    </Button>
  </EmptyState>
);

const Failing = () => (
  <p role="status" className="mb-6 flex gap-2.5 rounded-lg bg-danger-tint px-4 py-3 text-sm text-danger">
    <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" /> {words.failing}
  </p>
);
