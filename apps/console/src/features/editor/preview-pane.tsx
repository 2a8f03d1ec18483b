'use client';

import { useMemo, useState } from 'react';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input, Textarea } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import { Skeleton } from '@/components/ui/skeleton';
import { sayError } from '@/lib/say-error';
import { previewDocument } from './preview-document';
import { useEditorPreview, type TrialBody } from './queries';
import type { Trial } from './use-trial';
import { words } from './words';

interface PreviewPaneProps {
  id: string;
  body: TrialBody;
  trial: Trial;
}

const DEVICES = [
  { value: 'desktop', label: words.desktop },
  { value: 'phone', label: words.phone },
] as const;
const SCHEMES = [
  { value: 'light', label: words.light },
  { value: 'dark', label: words.dark },
] as const;
const PARTS = [
  { value: 'html', label: words.html },
  { value: 'plain', label: words.plain },
] as const;

/** The mail as the service renders it, for a person and a device. */
export function PreviewPane({ id, body, trial }: PreviewPaneProps) {
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop');
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const [part, setPart] = useState<'html' | 'plain'>('html');
  const { data, error, isPlaceholderData } = useEditorPreview(id, body);
  const document = useMemo(
    () => (data?.html ? previewDocument(data.html, scheme, location.origin) : ''),
    [data?.html, scheme],
  );
  return (
    <section aria-label={words.preview} className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Segmented label={words.device} value={device} options={[...DEVICES]} onChange={setDevice} />
        <Segmented label={words.scheme} value={scheme} options={[...SCHEMES]} onChange={setScheme} />
        <Segmented label={words.part} value={part} options={[...PARTS]} onChange={setPart} />
      </div>
      {error && <FormError text={sayError(error)} />}
      {!data && !error && <Skeleton className="h-96!" />}
      {data && (
        <div aria-busy={isPlaceholderData} className="overflow-hidden rounded-xl border bg-surface shadow-shade">
          <p className="border-b px-4 py-2.5 text-[13px] break-words">
            <span className="text-muted">{words.subject}:</span> <strong className="font-medium">{data.subject}</strong>
          </p>
          {data.missing.length > 0 && (
            <p className="border-b bg-wait-tint px-4 py-2 text-[13px] text-wait">
              {words.missing({ names: data.missing.join(', ') })}
            </p>
          )}
          {part === 'plain' ? (
            <pre className="min-h-72 px-4 py-4 font-mono text-[13px] break-words whitespace-pre-wrap">
              {data.text ?? words.noText}
            </pre>
          ) : data.html === null ? (
            <p className="px-4 py-10 text-center text-[13px] text-muted">{words.noHtml}</p>
          ) : (
            <div className="flex justify-center overflow-x-auto bg-sunken">
              <iframe
                title={words.frame}
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                referrerPolicy="no-referrer"
                srcDoc={document}
                tabIndex={0}
                style={{ width: device === 'phone' ? 375 : '100%', maxWidth: '100%', colorScheme: scheme }}
                className="h-[70dvh] min-h-96 bg-white"
              />
            </div>
          )}
        </div>
      )}
      <div className="grid gap-3 rounded-xl border bg-surface p-4 sm:grid-cols-2">
        <Field label={words.person} hint={words.personHint}>
          {(control) => (
            <Input
              {...control}
              value={trial.uid}
              onChange={(event) => trial.setUid(event.target.value)}
              maxLength={255}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field
          label={words.variables}
          hint={words.variablesHint}
          error={trial.isWrong ? words.variablesWrong : undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              value={trial.json}
              onChange={(event) => trial.setJson(event.target.value)}
              placeholder={'{"first_name": "Ada", "items": [{"name": "Lamp"}]}'}
              spellCheck={false}
              className="font-mono"
            />
          )}
        </Field>
      </div>
    </section>
  );
}
