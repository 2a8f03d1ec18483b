'use client';

import type { InboxMessageDetail } from '@dundun/client';
import { useState } from 'react';
import { Segmented } from '@/components/ui/segmented';
import { Tabs } from '@/components/ui/tabs';
import { cn } from '@/lib/cn';
import { RemoteMail } from './remote-mail';
import { words } from './words';

const widths = [
  { value: 'wide' as const, label: words.wide },
  { value: 'narrow' as const, label: words.narrow },
];

export function Mail({ message }: { message: InboxMessageDetail }) {
  const [width, setWidth] = useState<'wide' | 'narrow'>('wide');
  const choice = (
    <div className="hidden py-1.5 md:block">
      <Segmented label={words.width} value={width} options={widths} onChange={setWidth} />
    </div>
  );
  const narrow = width === 'narrow';
  const tabs = [
    ...(message.html === null
      ? []
      : [
          {
            value: 'html',
            label: words.html,
            aside: choice,
            content: <Html html={message.html} messageId={message.message_id} narrow={narrow} />,
          },
        ]),
    { value: 'text', label: words.plain, content: <Plain text={message.text} /> },
    { value: 'headers', label: words.headers, content: <Headers headers={message.headers} /> },
  ];
  return <Tabs label={words.tabs} tabs={tabs} />;
}

interface HtmlProps {
  html: string;
  messageId: string;
  narrow: boolean;
}

function Html({ html, messageId, narrow }: HtmlProps) {
  return (
    <div className="flex h-full min-h-[65dvh] flex-col bg-sunken">
      <RemoteMail
        title={words.preview}
        html={html}
        messageId={messageId}
        className={cn('w-full flex-1', narrow && 'mx-auto my-5 max-w-[375px] rounded-xl border shadow-shade')}
      />
    </div>
  );
}

function Plain({ text }: { text: string | null }) {
  if (text === null) return <Nothing text={words.noText} />;
  return (
    <pre className="max-w-3xl px-4 py-5 font-mono text-[13px] leading-6 break-words whitespace-pre-wrap sm:px-6">
      {text}
    </pre>
  );
}

function Headers({ headers }: { headers: InboxMessageDetail['headers'] }) {
  return (
    <dl className="grid gap-x-6 px-4 py-4 text-[13px] sm:grid-cols-[max-content_minmax(0,1fr)] sm:px-6">
      {headers.map(({ name, value }, index) => (
        <div key={index} className="border-b py-2 last:border-b-0 sm:col-span-2 sm:grid sm:grid-cols-subgrid">
          <dt className="text-muted">{name}</dt>
          <dd className="font-mono text-xs leading-5 break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Nothing = ({ text }: { text: string }) => <p className="px-4 py-8 text-sm text-muted sm:px-6">{text}</p>;
