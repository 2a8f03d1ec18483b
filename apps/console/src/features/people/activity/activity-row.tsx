import { Mail, MessageSquareText, ScrollText, Zap } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { Ago } from '@/components/ui/moment';
import { ACTION_TONES } from '@/features/consents/consent-step';
import type { ConsentView } from '@/features/consents/queries';
import { words as consentWords } from '@/features/consents/words';
import { Cause } from '@/features/messages/cause';
import { StatusBadge } from '@/features/messages/status-badge';
import { words as messageWords } from '@/features/messages/words';
import { words } from '../words';
import { EngagementLines } from './engagement-lines';
import type { PersonEvent, PersonMessage } from './queries';
import type { Moment } from './timeline';

export type ActivityMoment = Moment &
  (
    | { kind: 'event'; entry: PersonEvent }
    | { kind: 'message'; entry: PersonMessage }
    | { kind: 'consent'; entry: ConsentView }
  );

/** One line of the timeline: what happened, with what, and when. */
export function ActivityRow({ moment }: { moment: ActivityMoment }) {
  if (moment.kind === 'event') return <EventRow event={moment.entry} at={moment.at} />;
  if (moment.kind === 'message') return <MessageRow message={moment.entry} />;
  return <ConsentRow step={moment.entry} />;
}

const EventRow = ({ event, at }: { event: PersonEvent; at: string }) => (
  <Row
    icon={<Zap className="size-4" role="img" aria-label={words.shows.event} />}
    title={
      <span dir="auto" title={event.event} className="truncate font-medium">
        {event.event}
      </span>
    }
    detail={<Properties of={event} />}
    time={
      <>
        {isLate(event) ? words.happened : words.received} <Ago at={at} />
      </>
    }
  />
);

/** The properties of an event in one line, for people who do not read JSON. */
function Properties({ of: { properties, value } }: { of: PersonEvent }) {
  const pairs = Object.entries(properties ?? (value === null || value === undefined ? {} : { value }));
  return (
    <span className="block truncate text-muted">
      {pairs.map(([name, each], index) => (
        <span key={name}>
          {index > 0 && ' · '}
          <span dir="auto">{name}</span>{' '}
          <span dir="auto" className="text-foreground">
            {typeof each === 'string' ? each : JSON.stringify(each)}
          </span>
        </span>
      ))}
    </span>
  );
}

function MessageRow({ message }: { message: PersonMessage }) {
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
      more={<EngagementLines all={message.done} />}
    />
  );
}

const ConsentRow = ({ step }: { step: ConsentView }) => (
  <Row
    icon={<ScrollText className="size-4" role="img" aria-label={words.shows.consent} />}
    title={
      <>
        <Badge tone={ACTION_TONES[step.action]}>{consentWords.actions[step.action] ?? step.action}</Badge>
        <span dir="auto" className="truncate font-medium">
          {step.list?.title ?? consentWords.everything}
        </span>
      </>
    }
    detail={<span className="text-muted">{consentWords.methods[step.method] ?? step.method}</span>}
    time={<Ago at={step.at} />}
  />
);

interface RowProps {
  icon: ReactNode;
  title: ReactNode;
  detail: ReactNode;
  time: ReactNode;
  /** Lines under the others, over the whole width. */
  more?: ReactNode;
}

const Row = ({ icon, title, detail, time, more }: RowProps) => (
  <li className="relative flex gap-3 px-4 py-2.5 text-[13px] hover:bg-sunken/60">
    <span className="mt-0.5 shrink-0 text-muted">{icon}</span>
    <div className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)]">
      <span className="flex min-w-0 items-center gap-2">{title}</span>
      <span className="min-w-0">{detail}</span>
      <span className="text-muted sm:text-right">{time}</span>
      {more}
    </div>
  </li>
);

const A_MINUTE = 60_000;

const isLate = ({ timestamp, received_at: received }: PersonEvent) =>
  timestamp !== null && Date.parse(received) - Date.parse(timestamp) > A_MINUTE;
