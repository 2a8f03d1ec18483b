import type { ReactNode } from 'react';
import { Panel } from '@/components/ui/panel';
import { fullMoment } from '@/lib/format';
import { Cause } from './cause';
import { Tags } from './list-columns';
import type { MessageView } from './queries';
import { words } from './words';

export function Facts({ message }: { message: MessageView }) {
  const { cost, send_at: sendAt, segments } = message;
  return (
    <Panel title={words.details}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 px-4 py-3.5 text-[13px]">
        <Fact label={words.from}>{message.from}</Fact>
        <Fact label={words.to}>{message.to.join(', ')}</Fact>
        {message.cc.length > 0 && <Fact label={words.cc}>{message.cc.join(', ')}</Fact>}
        {message.bcc.length > 0 && <Fact label={words.bcc}>{message.bcc.join(', ')}</Fact>}
        {message.content?.reply_to && <Fact label={words.replyTo}>{message.content.reply_to}</Fact>}
        <Fact label={words.cause}>
          <Cause of={message} />
        </Fact>
        <Fact label={words.created}>{fullMoment(message.created_at)}</Fact>
        {sendAt && <Fact label={words.sendAt}>{fullMoment(sendAt)}</Fact>}
        {segments !== null && <Fact label={words.segments}>{segments}</Fact>}
        {cost && <Fact label={words.cost}>{[cost.amount, cost.currency].filter(Boolean).join(' ')}</Fact>}
        {message.tags.length > 0 && (
          <Fact label={words.tags}>
            <span className="flex flex-wrap gap-1.5">
              <Tags tags={message.tags} />
            </span>
          </Fact>
        )}
        <Pairs label={words.metadata} of={message.metadata} />
        <Pairs label={words.headers} of={message.content?.headers ?? {}} />
      </dl>
    </Panel>
  );
}

const Pairs = ({ label, of }: { label: string; of: Record<string, unknown> }) =>
  Object.keys(of).length > 0 && (
    <Fact label={label}>
      {Object.entries(of).map(([name, value]) => (
        <span key={name} className="block font-mono text-xs leading-5 break-all">
          {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
        </span>
      ))}
    </Fact>
  );

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd dir="auto" className="min-w-0 break-words">
      {children}
    </dd>
  </>
);
