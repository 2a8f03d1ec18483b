import { TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form-error';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Tabs } from '@/components/ui/tabs';
import { MailFrame } from '@/features/inbox/mail-frame';
import { sayError } from '@/lib/say-error';
import { usePreview, type TemplateDetail } from './queries';
import type { Trial } from './use-trial';
import { words } from './words';

interface PreviewProps {
  template: TemplateDetail;
  version: number;
  trial: Trial;
  onShowCurrent: () => void;
}

/** The email as a recipient would see it, with the trial values. */
export function Preview({ template, version, trial, onShowCurrent }: PreviewProps) {
  const { data, error, isPlaceholderData } = usePreview(template.id, { ...trial, version });
  const isCurrent = version === template.version;
  return (
    <Panel title={isCurrent ? words.preview : words.previewOf(version)}>
      {!isCurrent && (
        <div className="border-b px-5 py-2.5">
          <Button variant="outline" size="sm" onClick={onShowCurrent}>
            {words.backToCurrent(template.version)}
          </Button>
        </div>
      )}
      {error && (
        <div className="px-5 py-4">
          <FormError text={sayError(error)} />
        </div>
      )}
      {!data && !error && <Waiting />}
      {data && (
        <div aria-busy={isPlaceholderData}>
          {data.missing.length > 0 && <Missing names={data.missing} />}
          <p className="border-b px-5 py-3 text-sm break-words">
            <span className="text-muted">{words.subject}:</span> {data.subject ?? words.noSubject}
          </p>
          <Parts html={data.html} text={data.text} />
        </div>
      )}
    </Panel>
  );
}

/** Keyed by version, since the open tab may not exist in another version. */
function Parts({ html, text }: { html: string | null; text: string | null }) {
  const tabs = [
    ...(html === null ? [] : [{ value: 'html', label: words.html, content: <Html html={html} /> }]),
    ...(text === null ? [] : [{ value: 'text', label: words.plain, content: <Plain text={text} /> }]),
  ];
  if (tabs.length === 0) return <p className="px-5 py-4 text-sm text-muted">{words.nothing}</p>;
  return <Tabs key={tabs.map(({ value }) => value).join()} label={words.tabs} tabs={tabs} />;
}

const Html = ({ html }: { html: string }) => (
  <MailFrame title={words.frame} html={html} className="block h-128 w-full" />
);

const Plain = ({ text }: { text: string }) => (
  <pre className="px-5 py-5 font-mono text-[13px] leading-6 break-words whitespace-pre-wrap">{text}</pre>
);

const Missing = ({ names }: { names: string[] }) => (
  <p role="status" className="flex gap-2.5 border-b bg-wait-tint px-5 py-3 text-[13px] text-wait">
    <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
    <span className="min-w-0 break-words">{words.missing(names)}</span>
  </p>
);

const Waiting = () => (
  <div className="grid gap-3 p-5" aria-busy="true">
    <Skeleton className="w-1/2" />
    <Skeleton className="h-96 w-full rounded-lg" />
  </div>
);
