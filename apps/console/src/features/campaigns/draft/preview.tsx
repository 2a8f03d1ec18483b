'use client';

import { useMemo, useState } from 'react';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { Skeleton } from '@/components/ui/skeleton';
import { previewDocument } from '@/features/editor/preview-document';
import { sayError } from '@/lib/say-error';
import { useSettled } from '@/lib/use-settled';
import { usePreview } from '../queries';
import { words } from '../words';
import { LanguageChoice, type Languages } from './languages';

const TYPING_MS = 400;

interface PreviewProps {
  id: string;
  version: string;
  isEmpty: boolean;
  languages: Languages;
  /** The template of the content, if it has one. */
  template: string | null;
}

/** The email as the service renders what is saved, for a person or for nobody. */
export function Preview({ id, version, isEmpty, languages, template }: PreviewProps) {
  const [uid, setUid] = useState('');
  const [chosen, setChosen] = useState({ template, language: '' });
  // Another template may not have it.
  const isKnown = chosen.template === template && languages.some((each) => each.language === chosen.language);
  const language = isKnown ? chosen.language : '';
  const person = useSettled(uid.trim(), TYPING_MS);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Input
          aria-label={words.previewPerson}
          placeholder={`${words.previewPerson}: ${words.previewPersonHint}`}
          value={uid}
          maxLength={255}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setUid(target.value)}
          className="sm:max-w-sm"
        />
        <LanguageChoice
          languages={languages}
          value={language}
          onChange={(next) => setChosen({ template, language: next })}
        />
      </div>
      {isEmpty ? (
        <p className="rounded-lg border border-dashed px-4 py-10 text-center text-[13px] text-muted">
          {words.previewEmpty}
        </p>
      ) : (
        <Rendered id={id} version={version} uid={person} language={language} />
      )}
    </div>
  );
}

function Rendered({ id, version, uid, language }: Record<'id' | 'version' | 'uid' | 'language', string>) {
  const { data, error, isPlaceholderData } = usePreview(id, version, uid, language);
  const document = useMemo(
    () => (data?.html ? previewDocument(data.html, 'light', location.origin) : ''),
    [data?.html],
  );
  if (error) return <FormError text={sayError(error)} />;
  if (!data) return <Skeleton className="h-96!" />;
  return (
    <div aria-busy={isPlaceholderData} className="overflow-hidden rounded-lg border bg-surface">
      <p dir="auto" className="border-b px-4 py-2.5 text-[13px] break-words">
        <span className="text-muted">{words.subject}:</span> <strong className="font-medium">{data.subject}</strong>
      </p>
      {data.missing.length > 0 && (
        <p role="status" className="border-b bg-wait-tint px-4 py-2 text-[13px] text-wait">
          {words.missing({ names: data.missing.join(', ') })}
        </p>
      )}
      {data.html === null ? (
        <pre dir="auto" className="min-h-40 px-4 py-4 font-mono text-[13px] break-words whitespace-pre-wrap">
          {data.text}
        </pre>
      ) : (
        <iframe
          title={words.frame}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          srcDoc={document}
          tabIndex={0}
          style={{ colorScheme: 'light' }}
          className="block h-120 w-full bg-white"
        />
      )}
    </div>
  );
}
