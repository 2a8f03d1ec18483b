import { Panel } from '@/components/ui/panel';
import { Tabs } from '@/components/ui/tabs';
import { RemoteMail } from '@/features/inbox/remote-mail';
import type { MessageView } from './queries';
import { words } from './words';

/** The content of a message while it is stored. */
export function Content({ message: { id, content } }: { message: MessageView }) {
  if (!content) return <Frame>{<p className="px-5 py-4 text-sm text-muted">{words.forgotten}</p>}</Frame>;
  const { html, text, template, attachments } = content;
  const tabs = [
    ...(html === null ? [] : [{ value: 'html', label: words.html, content: <Html id={id} html={html} /> }]),
    ...(text === null && html !== null ? [] : [{ value: 'text', label: words.plain, content: <Plain text={text} /> }]),
  ];
  return (
    <Frame>
      {template === null || html !== null || text !== null ? (
        <Tabs label={words.tabs} tabs={tabs} />
      ) : (
        <p className="px-5 py-4 text-sm">
          <span className="text-muted">{words.template}:</span> <code className="font-mono text-xs">{template}</code>
        </p>
      )}
      {attachments.length > 0 && (
        <p className="border-t px-5 py-3 text-sm break-words">
          <span className="text-muted">{words.attachments}:</span> {attachments.join(', ')}
        </p>
      )}
    </Frame>
  );
}

const Frame = ({ children }: { children: React.ReactNode }) => (
  <div className="mt-6">
    <Panel title={words.content}>{children}</Panel>
  </div>
);

const Html = ({ id, html }: { id: string; html: string }) => (
  <RemoteMail title={words.preview} html={html} messageId={id} className="block h-[36rem] w-full" />
);

const Plain = ({ text }: { text: string | null }) => (
  <pre className="max-w-3xl px-5 py-5 font-mono text-[13px] leading-6 break-words whitespace-pre-wrap">
    {text ?? words.nothing}
  </pre>
);
