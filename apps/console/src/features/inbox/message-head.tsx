import type { InboxMessageDetail } from '@dundun/client';
import Link from 'next/link';
import { bytes, fullMoment } from '@/lib/format';
import { words } from './words';

export function MessageHead({ message }: { message: InboxMessageDetail }) {
  const title = message.channel === 'sms' ? `${words.sms} · ${message.from}` : message.subject || words.noSubject;
  return (
    <header className="border-b px-4 pt-5 pb-4 sm:px-6">
      <h2 className="text-lg font-semibold tracking-tight break-words">{title}</h2>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[13px]">
        <dt className="text-muted">{words.from}</dt>
        <dd className="break-words">{message.from}</dd>
        <dt className="text-muted">{words.to}</dt>
        <dd className="break-words">{message.to.join(', ')}</dd>
      </dl>
      <p className="mt-2 text-xs text-muted">
        <time dateTime={message.captured_at}>{fullMoment(message.captured_at)}</time> · {bytes(message.size)}
        {' · '}
        <Link
          href={`/messages/${message.message_id}`}
          prefetch={false}
          className="font-medium text-foreground underline underline-offset-4"
        >
          {words.trace}
        </Link>
      </p>
    </header>
  );
}
