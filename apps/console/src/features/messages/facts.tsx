import Link from 'next/link';
import type { ReactNode } from 'react';
import { Panel } from '@/components/ui/panel';
import { fullMoment } from '@/lib/format';
import type { MessageView } from './queries';
import { words } from './words';

export function Facts({ message }: { message: MessageView }) {
  const { cost, list, send_at: sendAt, segments } = message;
  return (
    <Panel title={words.one}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 px-5 py-4 text-sm">
        <Fact label={words.from}>{message.from}</Fact>
        <Fact label={words.to}>{message.to.join(', ')}</Fact>
        {message.cc.length > 0 && <Fact label={words.cc}>{message.cc.join(', ')}</Fact>}
        {message.bcc.length > 0 && <Fact label={words.bcc}>{message.bcc.join(', ')}</Fact>}
        {message.content?.reply_to && <Fact label={words.replyTo}>{message.content.reply_to}</Fact>}
        <Fact label={words.created}>{fullMoment(message.created_at)}</Fact>
        {sendAt && <Fact label={words.sendAt}>{fullMoment(sendAt)}</Fact>}
        {segments !== null && <Fact label={words.segments}>{segments}</Fact>}
        {cost && <Fact label={words.cost}>{[cost.amount, cost.currency].filter(Boolean).join(' ')}</Fact>}
        {list && (
          <Fact label={words.list}>
            <Link href={`/lists/${encodeURIComponent(list)}`} className="underline underline-offset-4">
              {words.seeList}
            </Link>
          </Fact>
        )}
      </dl>
    </Panel>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="break-words">{children}</dd>
  </>
);
