import Link from 'next/link';
import type { ReactNode } from 'react';
import type { ListedMessageView, MessageView } from './queries';
import { words } from './words';

type Causes = Pick<ListedMessageView, 'cause' | 'list' | 'list_name' | 'template'> &
  Partial<Pick<MessageView, 'again' | 'request_id'>>;

const PLACES = { campaign: '/campaigns', automation: '/automations' };

/** Why somebody got a message: its campaign or automation, list and template, the message it repeats, the call that sent it. */
export function Cause({ of: { cause, list, list_name, template, again, request_id } }: { of: Causes }) {
  return (
    <span className="flex flex-col gap-0.5">
      {cause && (
        <Line text={words.sentBy[cause.kind]}>
          <To href={`${PLACES[cause.kind]}/${encodeURIComponent(cause.id)}`}>{cause.name}</To>
        </Line>
      )}
      {list && (
        <Line text={words.becauseOfList}>
          <To href={`/lists/${encodeURIComponent(list)}`}>{list_name ?? words.list}</To>
        </Line>
      )}
      {!list && !cause && <span>{words.transactional}</span>}
      {template && (
        <Line text={words.madeFrom}>
          <To href={`/templates/${encodeURIComponent(template.id)}`}>{template.name}</To>
        </Line>
      )}
      {again && (
        <Line text={words.repeats}>
          <To href={`/messages/${encodeURIComponent(again)}`}>{words.firstMessage}</To>
        </Line>
      )}
      {request_id && (
        <span className="text-muted">
          {words.request} <code className="font-mono text-xs break-all">{request_id}</code>
        </span>
      )}
    </span>
  );
}

const Line = ({ text, children }: { text: string; children: ReactNode }) => (
  <span>
    {text} {children}
  </span>
);

/** Above the link that covers a row. */
const To = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} prefetch={false} dir="auto" className="relative z-10 underline underline-offset-4">
    {children}
  </Link>
);
