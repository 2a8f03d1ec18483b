'use client';

import { Activity as Icon, Mail, MessageSquareText, Zap } from 'lucide-react';
import Link from 'next/link';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Ago } from '@/components/ui/moment';
import { Panel } from '@/components/ui/panel';
import { Segmented } from '@/components/ui/segmented';
import { Skeleton } from '@/components/ui/skeleton';
import { Cause } from '@/features/messages/cause';
import { usePersonMessages, type ListedMessageView } from '@/features/messages/queries';
import { StatusBadge } from '@/features/messages/status-badge';
import { words as messageWords } from '@/features/messages/words';
import { fullMoment } from '@/lib/format';
import { usePersonEvents, type PersonEvent } from './queries';
import { merged } from './timeline';
import { words } from './words';

const KINDS = ['all', 'event', 'message'] as const;

/** What a person did and was sent, newest first. A backfilled event shows when it happened. */
export function Activity({ uid }: { uid: string }) {
  const [kind, setKind] = useQueryState(
    'show',
    parseAsStringLiteral(KINDS).withDefault('all').withOptions({ history: 'push' }),
  );
  const events = usePersonEvents(uid);
  const messages = usePersonMessages(uid);
  const failed = [events, messages].find(({ data, error }) => !data && error);
  if (failed)
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />;
  if (!events.data || !messages.data) return <Skeleton className="h-40 w-full rounded-xl" />;
  const none = { entries: [], hasMore: false };
  const rows = merged(
    {
      ...(kind === 'message' ? none : { entries: events.data.data, hasMore: events.data.next_cursor !== null }),
      atOf: (event: PersonEvent) => event.received_at,
    },
    {
      ...(kind === 'event' ? none : { entries: messages.data.data, hasMore: messages.data.next_cursor !== null }),
      atOf: (message: ListedMessageView) => message.created_at,
    },
  );
  return (
    <Panel
      title={words.activity}
      aside={
        <Segmented
          label={words.show}
          value={kind}
          options={KINDS.map((value) => ({ value, label: words.shows[value] }))}
          onChange={(next) => void setKind(next)}
        />
      }
    >
      {rows.length === 0 ? (
        <div className="p-4">
          <EmptyState icon={Icon} title={words.nothingYet} text={words.noActivity} />
        </div>
      ) : (
        <ol aria-label={words.activity} className="divide-y">
          {rows.map((row, index) =>
            row.kind === 'event' ? (
              <EventRow key={`${row.at} ${index}`} event={row.entry} />
            ) : (
              <MessageRow key={row.entry.id} message={row.entry} />
            ),
          )}
        </ol>
      )}
      <footer className="flex flex-wrap gap-2 border-t px-4 py-2.5">
        <Button asChild variant="outline" size="sm">
          <Link href={`/events?uid=${encodeURIComponent(uid)}`}>{words.showEvents}</Link>
        </Button>
        <Button asChild variant="outline" size="sm">
          <Link href={`/messages?uid=${encodeURIComponent(uid)}`}>{words.showMessages}</Link>
        </Button>
      </footer>
    </Panel>
  );
}

const EventRow = ({ event }: { event: PersonEvent }) => (
  <Row
    icon={<Zap className="size-4" role="img" aria-label={words.shows.event} />}
    title={
      <span dir="auto" title={event.event} className="truncate font-medium">
        {event.event}
      </span>
    }
    detail={
      <span className="block truncate font-mono text-xs leading-5 text-muted">
        {JSON.stringify(event.properties ?? event.value ?? undefined)}
      </span>
    }
    time={
      isLate(event) ? (
        words.happened({ when: fullMoment(event.timestamp ?? '') })
      ) : (
        <>
          {words.received} <Ago at={event.received_at} />
        </>
      )
    }
  />
);

function MessageRow({ message }: { message: ListedMessageView }) {
  const ChannelIcon = message.channel === 'sms' ? MessageSquareText : Mail;
  const subject = message.channel === 'sms' ? messageWords.sms : message.subject || messageWords.noSubject;
  return (
    <Row
      icon={<ChannelIcon className="size-4" role="img" aria-label={messageWords.channels[message.channel]} />}
      title={
        <>
          <Link
            href={`/messages/${encodeURIComponent(message.id)}`}
            prefetch={false}
            dir="auto"
            title={subject}
            className="truncate font-medium after:absolute after:inset-0"
          >
            {subject}
          </Link>
          <StatusBadge status={message.status} reason={message.reason} />
        </>
      }
      detail={
        <span className="text-muted">
          <Cause of={message} />
        </span>
      }
      time={
        <>
          {messageWords.created} <Ago at={message.created_at} />
        </>
      }
    />
  );
}

interface RowProps {
  icon: ReactNode;
  title: ReactNode;
  detail: ReactNode;
  time: ReactNode;
}

const Row = ({ icon, title, detail, time }: RowProps) => (
  <li className="relative flex gap-3 px-4 py-2.5 text-[13px] hover:bg-sunken/60">
    <span className="mt-0.5 shrink-0 text-muted">{icon}</span>
    <span className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_auto]">
      <span className="flex min-w-0 items-center gap-2">{title}</span>
      <span className="min-w-0">{detail}</span>
      <span className="text-muted sm:text-right">{time}</span>
    </span>
  </li>
);

const A_MINUTE = 60_000;

const isLate = ({ timestamp, received_at: received }: PersonEvent) =>
  timestamp !== null && Date.parse(received) - Date.parse(timestamp) > A_MINUTE;
