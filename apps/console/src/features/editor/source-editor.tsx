'use client';

import { ApiError } from '@dundun/client';
import { useMemo } from 'react';
import { Field } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { Textarea } from '@/components/ui/input';
import { ChecksPanel } from './checks-panel';
import { CodeEditor } from './code-editor';
import type { Kind, Parts } from './content';
import { useEditorPreview, type TrialBody } from './queries';
import { useVariableNames } from './use-variable-names';
import { words } from './words';

interface SourceEditorProps {
  id: string;
  kind: Exclude<Kind, 'visual'>;
  parts: Parts;
  change: (part: Partial<Parts>, key: string) => void;
  trial: TrialBody;
}

const NAMES = { mjml: 'MJML', html: 'HTML', text: 'Text' } as const;

/** The source of a template, its checks, and its text version. */
export function SourceEditor({ id, kind, parts, change, trial }: SourceEditorProps) {
  const names = useVariableNames();
  const { error, data } = useEditorPreview(id, trial);
  const used = data?.variables;
  const variables = useMemo(
    () => [
      ...names,
      ...(used ?? [])
        .filter((each) => !names.some(({ value }) => value === each))
        .map((value) => ({ value, label: value })),
    ],
    [names, used],
  );
  const faults = useMemo(() => faultsOf(error, kind), [error, kind]);
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="grid min-w-0 content-start gap-4">
        <CodeEditor
          value={parts[kind] ?? ''}
          label={words.codeLabel({ kind: NAMES[kind] })}
          onChange={(value) => change({ [kind]: value }, kind)}
          variables={variables}
          faults={faults}
        />
        {faults.length > 0 && (
          <ul aria-label={words.problems} className="grid gap-1 text-[13px] text-danger">
            {faults.map((fault) => (
              <li key={fault} className="break-words">
                {fault}
              </li>
            ))}
          </ul>
        )}
        {kind !== 'text' && (
          <Field label={words.plainText} hint={words.plainTextHint}>
            {(control) => (
              <Textarea
                {...control}
                value={parts.text ?? ''}
                onChange={(event) => change({ text: event.target.value || null }, 'text')}
                className="font-mono"
              />
            )}
          </Field>
        )}
      </div>
      <Panel title={words.checks}>
        <div className="p-4">
          <ChecksPanel id={id} body={trial} />
        </div>
      </Panel>
    </div>
  );
}

/** Returns what the service says about the source that is edited. */
function faultsOf(error: unknown, kind: string): string[] {
  if (!(error instanceof ApiError) || error.status !== 400) return [];
  const fields = error.fields?.filter(({ field }) => field === kind).map(({ message }) => message) ?? [];
  return fields.length > 0 ? fields : [error.text];
}
