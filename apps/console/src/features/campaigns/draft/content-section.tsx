'use client';

import dynamic from 'next/dynamic';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input, Select, Textarea } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { Segmented } from '@/components/ui/segmented';
import { Skeleton } from '@/components/ui/skeleton';
import { Switch } from '@/components/ui/switch';
import { useVariableNames } from '@/features/editor/use-variable-names';
import { useProfiles } from '@/features/profiles/queries';
import { May } from '@/features/session/may';
import type { Campaign } from '../queries';
import { words } from '../words';
import { inMode, modeOf, type Fields, type Mode } from './fields';
import type { Languages } from './languages';
import { Preview } from './preview';
import { TemplateChoice } from './template-choice';
import type { Autosave } from './use-autosave';

const CodeEditor = dynamic(() => import('@/features/editor/code-editor').then(({ CodeEditor: loaded }) => loaded), {
  ssr: false,
  loading: () => <Skeleton className="h-72!" />,
});
const TestDialog = dynamic(() => import('./test-dialog').then(({ TestDialog: loaded }) => loaded));

const MODES = (['template', 'html', 'mjml', 'text'] as const).map((value) => ({ value, label: words.modes[value] }));
const VIEWS = (['write', 'preview'] as const).map((value) => ({ value, label: words[value] }));

interface ContentSectionProps {
  campaign: Campaign;
  autosave: Autosave;
  languages?: Languages;
}

/** Subject, sender and body. */
export function ContentSection({ campaign, autosave, languages = [] }: ContentSectionProps) {
  const { fields, change, version, flush } = autosave;
  const { data: profiles } = useProfiles();
  const kept = useRef<Partial<Pick<Fields, Mode>>>({});
  const [mode, setMode] = useState<Mode>(() => modeOf(fields));
  const [view, setView] = useState<'write' | 'preview'>(fields.html || fields.mjml ? 'preview' : 'write');
  const [isTesting, setTesting] = useState(false);

  const choose = (next: Mode) => {
    const { template, html, mjml, text } = fields;
    const held = { template, html, mjml, text };
    kept.current = {
      ...kept.current,
      ...Object.fromEntries(Object.entries(held).filter(([, value]) => value !== null)),
    };
    setMode(next);
    setView('write');
    change(inMode(next, kept.current));
  };
  return (
    <div id="content" className="scroll-mt-20">
      <Panel
        title={words.sections.content}
        aside={
          <May call="testCampaign">
            <Button
              variant="outline"
              size="sm"
              onClick={() => void flush().then((isSaved) => isSaved && setTesting(true))}
            >
              {words.sendTest}
            </Button>
          </May>
        }
      >
        <div className="grid gap-4 p-4">
          <div className="grid gap-4 md:grid-cols-2">
            <Field label={words.subject} hint={words.subjectHint}>
              {(control) => (
                <Input
                  {...control}
                  dir="auto"
                  value={fields.subject ?? ''}
                  maxLength={998}
                  autoComplete="off"
                  placeholder={mode === 'template' && fields.template ? words.subjectOfTemplate : undefined}
                  onChange={({ target }) => change({ subject: target.value || null })}
                />
              )}
            </Field>
            <Field label={words.sender} hint={words.senderHint}>
              {(control) => (
                <Select
                  {...control}
                  value={fields.profile ?? ''}
                  onChange={({ target }) => change({ profile: target.value || null })}
                >
                  <option value="">{words.defaultSender}</option>
                  {(profiles?.data ?? []).map(({ id, from_name, from_email }) => (
                    <option key={id} value={id}>
                      {`${from_name} <${from_email}>`}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Segmented label={words.body} value={mode} options={MODES} onChange={choose} />
            <Segmented label={words.views} value={view} options={VIEWS} onChange={setView} />
          </div>
          {view === 'preview' ? (
            <Preview
              id={campaign.id}
              version={version}
              isEmpty={isEmpty(fields)}
              languages={languages}
              template={fields.template}
            />
          ) : (
            <Body mode={mode} autosave={autosave} />
          )}
          <div className="flex items-center justify-between gap-4 border-t pt-4">
            <span id="tracking" className="text-[13px]">
              <span className="block font-medium">{words.tracking}</span>
              <span className="text-muted">{words.trackingHint}</span>
            </span>
            <Switch
              aria-labelledby="tracking"
              checked={fields.track_opens && fields.track_clicks}
              onCheckedChange={(isOn) => change({ track_opens: isOn, track_clicks: isOn })}
            />
          </div>
        </div>
      </Panel>
      {isTesting && <TestDialog id={campaign.id} languages={languages} onClose={() => setTesting(false)} />}
    </div>
  );
}

const isEmpty = ({ template, html, mjml, text }: Fields) => !template && !html && !mjml && !text;

function Body({ mode, autosave }: { mode: Mode; autosave: Autosave }) {
  const { fields, change } = autosave;
  const names = useVariableNames();
  if (mode === 'template') return <TemplateChoice autosave={autosave} />;
  if (mode === 'text')
    return (
      <Field label={words.codeLabel({ kind: words.modes.text })}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            value={fields.text ?? ''}
            onChange={({ target }) => change({ text: target.value || null })}
            className="min-h-60"
          />
        )}
      </Field>
    );
  return (
    <CodeEditor
      key={mode}
      value={fields[mode] ?? ''}
      label={words.codeLabel({ kind: words.modes[mode] })}
      onChange={(value) => change({ [mode]: value || null })}
      variables={names}
      faults={[]}
    />
  );
}
