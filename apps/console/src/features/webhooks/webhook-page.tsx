'use client';

import { ApiError } from '@dundun/client';
import { SearchX, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { May } from '@/features/session/may';
import { Page } from '@/features/shell/shell';
import { fullMoment } from '@/lib/format';
import { useTitle } from '@/lib/use-title';
import { Deliveries } from './deliveries';
import { useWebhook, type Webhook } from './queries';
import { Verify } from './verify';
import { WebhookActions } from './webhook-actions';
import { troubleOf, WebhookStatus } from './webhook-status';
import { words } from './words';

/** One webhook: its state, its deliveries, and how to check its signatures. */
export function WebhookPage({ id }: { id: string }) {
  const { data: webhook, error, isFetching, refetch } = useWebhook(id);
  useTitle(webhook?.description ?? webhook?.url);
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Page>
      {webhook && (
        <>
          <PageHeader
            title={<span dir="auto">{webhook.description ?? new URL(webhook.url).host}</span>}
            text={<Facts webhook={webhook} />}
            above={<BackLink href="/settings/webhooks" label={words.back} />}
          >
            <May call="updateWebhook">
              <WebhookActions webhook={webhook} />
            </May>
          </PageHeader>
          <Trouble webhook={webhook} />
          <Deliveries id={id} />
          <Verify url={webhook.url} />
        </>
      )}
      {!webhook && !error && <PageSkeleton />}
      {!webhook && isUnknown && (
        <EmptyState icon={SearchX} title={words.unknownTitle} text={words.unknownText}>
          <Button asChild variant="outline">
            <Link href="/settings/webhooks">{words.back}</Link>
          </Button>
        </EmptyState>
      )}
      {!webhook && error && !isUnknown && (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Page>
  );
}

const Facts = ({ webhook }: { webhook: Webhook }) => (
  <div className="mt-1 grid gap-1">
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 font-mono text-xs break-all">{webhook.url}</code>
      <CopyButton text={webhook.url} label={words.copyUrl} />
    </span>
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <WebhookStatus webhook={webhook} />
      <span className="min-w-0 break-words">{words.sayTypes(webhook.types)}</span>
    </span>
    {webhook.previous_secret_until && (
      <span>
        {words.previousUntil} {fullMoment(webhook.previous_secret_until)}
      </span>
    )}
  </div>
);

function Trouble({ webhook }: { webhook: Webhook }) {
  const trouble = troubleOf(webhook);
  if (!trouble) return null;
  const isOwn = webhook.disabled_reason === 'switched_off';
  return (
    <p
      role="status"
      className={
        isOwn
          ? 'rounded-lg border bg-sunken px-4 py-3 text-sm'
          : 'flex gap-2.5 rounded-lg bg-danger-tint px-4 py-3 text-sm text-danger'
      }
    >
      {!isOwn && <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />} {trouble}
    </p>
  );
}
