'use client';

import type { MailDesign } from '@dundun/domain/mail-design';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorState } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { Segmented } from '@/components/ui/segmented';
import { Page } from '@/features/shell/shell';
import { useTemplate, type TemplateDetail } from '@/features/templates/queries';
import { toast } from '@/lib/toast';
import { useSettled } from '@/lib/use-settled';
import { useTitle } from '@/lib/use-title';
import { changeOf, contentOf, isSame, kindOf, readContent, trialOf, type Content, type Parts } from './content';
import { LanguageBar } from './language-bar';
import { PreviewPane } from './preview-pane';
import { discardDraft, useDraft, type Draft } from './queries';
import { SaveDialog, TestDialog } from './save-dialogs';
import { useAutosave, type DraftState } from './use-autosave';
import { useHistory } from './use-history';
import { useTrial } from './use-trial';
import { words } from './words';

const VisualEditor = dynamic(() => import('./visual-editor').then(({ VisualEditor: loaded }) => loaded));
const SourceEditor = dynamic(() => import('./source-editor').then(({ SourceEditor: loaded }) => loaded));

const TYPING_MS = 600;

/** Edits a template: as blocks, or as source. */
export function EditorPage({ id }: { id: string }) {
  const template = useTemplate(id);
  const draft = useDraft(id);
  const error = template.error ?? draft.error;
  if (template.data && draft.data) return <Loaded template={template.data} draft={draft.data.draft} />;
  if (error)
    return (
      <Page>
        <ErrorState
          error={error}
          retrying={template.isFetching || draft.isFetching}
          onRetry={() => void Promise.all([template.refetch(), draft.refetch()])}
        />
      </Page>
    );
  return (
    <Page>
      <PageSkeleton />
    </Page>
  );
}

/** What was read when the page opened; a newer version elsewhere is noticed when this one is saved. */
function Loaded({ template, draft }: { template: TemplateDetail; draft: Draft | null }) {
  const [opened, setOpened] = useState({ template, draft, count: 0 });
  return (
    <Editor
      key={opened.count}
      template={opened.template}
      draft={opened.draft}
      onReopen={(next) => setOpened({ template: next, draft: null, count: opened.count + 1 })}
    />
  );
}

interface EditorProps {
  template: TemplateDetail;
  draft: Draft | null;
  onReopen: (template: TemplateDetail) => void;
}

function Editor({ template, draft, onReopen }: EditorProps) {
  const { id } = template;
  const router = useRouter();
  useTitle(`${words.edit} ${template.name}`);
  const active = useMemo(() => contentOf(template), [template]);
  const {
    now: content,
    set,
    undo,
    redo,
    canUndo,
    canRedo,
  } = useHistory<Content>(readContent(draft?.content) ?? active);
  const [generation, setGeneration] = useState(0);
  const [tag, setTag] = useState('');
  const [view, setView] = useState<'edit' | 'preview'>('edit');
  const [dialog, setDialog] = useState<'save' | 'test' | 'discard' | null>(null);
  const trial = useTrial();
  const autosave = useAutosave({ id, content, active, version: template.version, revision: draft?.revision ?? 0 });
  const language = tag in content.contents ? tag : '';
  const parts = content.contents[language] as Parts;
  const kind = kindOf(parts);
  const settled = useSettled(parts, TYPING_MS);
  const body = useMemo(() => ({ ...trialOf(settled), ...trial.data }), [settled, trial.data]);

  const changeParts = (change: Partial<Parts>, key: string) =>
    set(
      (before) => ({
        ...before,
        contents: { ...before.contents, [language]: { ...(before.contents[language] as Parts), ...change } },
      }),
      `${language} ${key}`,
    );
  const changeDesign = (design: MailDesign, key?: string) =>
    design !== parts.design &&
    changeParts({ design }, key ?? `design ${crypto.getRandomValues(new Uint32Array(1))[0]}`);
  const travel = (step: () => void) => () => {
    step();
    setGeneration((before) => before + 1);
  };

  return (
    <Page>
      <header className="mb-4 grid gap-3">
        <BackLink href={`/templates/${encodeURIComponent(id)}`} label={words.back} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3">
            <h1 dir="auto" className="min-w-0 text-xl leading-7 font-semibold tracking-tight break-words">
              {template.name}
            </h1>
            <Status state={autosave.state} isChanged={!isSame(content, active)} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Segmented
              label={words.mode}
              value={view}
              options={[
                { value: 'edit', label: words.edit },
                { value: 'preview', label: words.preview },
              ]}
              onChange={setView}
            />
            {!isSame(content, active) && (
              <Button variant="outline" onClick={() => setDialog('discard')}>
                {words.discard}
              </Button>
            )}
            <Button variant="outline" onClick={() => setDialog('test')}>
              {words.sendTest}
            </Button>
            <Button disabled={isSame(content, active)} onClick={() => setDialog('save')}>
              {words.saveVersion}
            </Button>
          </div>
        </div>
        <LanguageBar
          content={content}
          current={language}
          onShow={(next) => {
            setTag(next);
            setGeneration((before) => before + 1);
          }}
          onChange={(next) => set(next)}
        />
      </header>
      {view === 'preview' ? (
        <PreviewPane id={id} body={body} trial={trial} />
      ) : (
        <div className="grid gap-4">
          <div className="grid gap-3 md:grid-cols-2">
            <Field label={words.subject} hint={words.subjectHint}>
              {(control) => (
                <Input
                  {...control}
                  value={parts.subject ?? ''}
                  maxLength={998}
                  autoComplete="off"
                  onChange={(event) => changeParts({ subject: event.target.value || null }, 'subject')}
                />
              )}
            </Field>
            {parts.design && (
              <Field label={words.preheader} hint={words.preheaderHint}>
                {(control) => (
                  <Input
                    {...control}
                    value={parts.design?.preheader ?? ''}
                    maxLength={500}
                    autoComplete="off"
                    onChange={(event) =>
                      changeDesign({ ...(parts.design as MailDesign), preheader: event.target.value }, 'preheader')
                    }
                  />
                )}
              </Field>
            )}
          </div>
          {kind === 'visual' && parts.design ? (
            <VisualEditor
              id={id}
              design={parts.design}
              generation={generation}
              change={changeDesign}
              undo={travel(undo)}
              redo={travel(redo)}
              canUndo={canUndo}
              canRedo={canRedo}
              trial={body}
            />
          ) : (
            <SourceEditor
              key={`${language} ${generation}`}
              id={id}
              kind={kind as 'html'}
              parts={parts}
              change={changeParts}
              trial={body}
            />
          )}
        </div>
      )}
      {dialog === 'save' && (
        <SaveDialog
          id={id}
          change={changeOf(content, template)}
          onClose={() => setDialog(null)}
          onSaved={async (saved) => {
            autosave.forget(content);
            await discardDraft(id).catch(() => undefined);
            toast.success(words.saved({ version: saved.version }));
            setDialog(null);
            onReopen(saved);
            router.refresh();
          }}
        />
      )}
      {dialog === 'test' && (
        <TestDialog id={id} body={{ ...trialOf(parts), ...trial.data }} onClose={() => setDialog(null)} />
      )}
      <ConfirmDialog
        open={dialog === 'discard'}
        onOpenChange={() => setDialog(null)}
        title={words.discardTitle}
        description={words.discardText}
        action={words.discard}
        busy={false}
        onConfirm={() => {
          autosave.forget(active);
          void discardDraft(id).catch((error: unknown) => toast.failure(error));
          setDialog(null);
          onReopen(template);
        }}
      />
    </Page>
  );
}

const SAID: Record<DraftState, string> = {
  none: words.noChanges,
  waiting: words.unsaved,
  saving: words.saving,
  saved: words.draftSaved,
  failed: words.draftFailed,
  conflict: words.conflict,
};

const Status = ({ state, isChanged }: { state: DraftState; isChanged: boolean }) => (
  <span
    role="status"
    className={state === 'failed' || state === 'conflict' ? 'text-[13px] text-danger' : 'text-[13px] text-muted'}
  >
    {state === 'none' && isChanged ? words.unsaved : SAID[state]}
  </span>
);
