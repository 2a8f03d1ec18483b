import Link from 'next/link';
import { Badge, type Tone } from '@/components/ui/badge';
import { Ago } from '@/components/ui/moment';
import { fullMoment } from '@/lib/format';
import type { ConsentView } from './queries';
import { words } from './words';

/** How an action is marked: what was agreed to is good. */
export const ACTION_TONES: Readonly<Record<string, Tone>> = {
  requested: 'wait',
  subscribed: 'good',
  confirmed: 'good',
  resumed: 'good',
  tracking_allowed: 'good',
  marketing_paused: 'wait',
  marketing_resumed: 'good',
};

/** One consent step with its evidence. */
export const ConsentStep = ({ step }: { step: ConsentView }) => (
  <li className="border-t px-5 py-4 first:border-t-0">
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      <Badge tone={ACTION_TONES[step.action]}>{words.actions[step.action] ?? step.action}</Badge>
      <Scope list={step.list} />
      <span className="text-[13px] text-muted sm:ml-auto">
        <Ago at={step.at} />
      </span>
    </p>
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-[13px]">
      <Fact label={words.how}>{words.methods[step.method] ?? step.method}</Fact>
      <Fact label={words.when}>{fullMoment(step.at)}</Fact>
      <Fact label={words.channels}>{step.channels.map((each) => words.channelNames[each] ?? each).join(', ')}</Fact>
      <Fact label={words.address}>{step.address}</Fact>
      <Fact label={words.from}>{[step.ip, step.user_agent].filter(Boolean).join(' · ')}</Fact>
      <Fact label={words.shown}>{step.text_shown && <Quote text={step.text_shown} />}</Fact>
      <Fact label={words.said}>{step.text_said && <Quote text={step.text_said} />}</Fact>
    </dl>
  </li>
);

const Scope = ({ list }: { list: ConsentView['list'] }) =>
  list === null ? (
    <span className="font-medium">{words.everything}</span>
  ) : (
    <Link
      href={`/lists/${encodeURIComponent(list.id)}`}
      prefetch={false}
      className="min-w-0 font-medium break-words underline-offset-4 hover:underline"
    >
      {list.title}
    </Link>
  );

/** A labelled fact; omitted if unknown. */
const Fact = ({ label, children }: { label: string; children: React.ReactNode }) =>
  children ? (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="break-words">{children}</dd>
    </>
  ) : null;

const Quote = ({ text }: { text: string }) => <q className="block border-l-2 pl-3 whitespace-pre-line">{text}</q>;
