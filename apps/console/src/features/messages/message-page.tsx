'use client';

import { ApiError } from '@dundun/client';
import { MailX } from 'lucide-react';
import Link from 'next/link';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { Page } from '@/features/shell/shell';
import { useTitle } from '@/lib/use-title';
import { Actions } from './actions';
import { Content } from './content';
import { Explanation } from './explanation';
import { Facts } from './facts';
import { useMessage, type MessageView } from './queries';
import { Recipients } from './recipients';
import { StatusBadge } from './status-badge';
import { Timeline } from './timeline';
import { words } from './words';

export function MessagePage({ id }: { id: string }) {
  const { data: message, error, isFetching, refetch } = useMessage(id);
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Page>
      {message && <Message message={message} />}
      {!message && !error && <PageSkeleton />}
      {!message && isUnknown && (
        <EmptyState icon={MailX} title={words.unknownTitle} text={words.unknownText}>
          <Button asChild variant="outline">
            <Link href="/messages">{words.back}</Link>
          </Button>
        </EmptyState>
      )}
      {!message && error && !isUnknown && (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Page>
  );
}

function Message({ message }: { message: MessageView }) {
  const title =
    message.channel === 'sms' ? words.smsTo({ to: message.to[0] ?? '' }) : message.subject || words.noSubject;
  useTitle(title);
  return (
    <>
      <PageHeader
        title={<span dir="auto">{title}</span>}
        text={
          <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span aria-live="polite">
              <StatusBadge status={message.status} />
            </span>
            <code className="font-mono text-xs break-all">{message.id}</code>
          </span>
        }
        above={<BackLink href="/messages" label={words.back} />}
      >
        <Actions message={message} />
      </PageHeader>
      <Explanation message={message} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <Facts message={message} />
          <Recipients message={message} />
        </div>
        <Timeline message={message} />
      </div>
      <Content message={message} />
    </>
  );
}
