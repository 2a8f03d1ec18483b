'use client';

import { Keyboard, Redo2, Undo2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo, useState } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import { useMay } from '@/features/session/use-may';
import { sayError } from '@/lib/say-error';
import { AutomationMenu } from '../automation-menu';
import { words as all } from '../words';
import { FlowContext, type Flow } from '../flow/flow-context';
import { FlowOutline } from '../flow/flow-outline';
import { words as flow } from '../flow/words';
import { openGraph } from '../graph/open-graph';
import { nameOfStep } from '../graph/sentences';
import { stepOf } from '../graph/steps';
import { words as named } from '../graph/words';
import type { AutomationDetail } from '../queries';
import { StateBadge } from '../state-badge';
import { StepPanel } from '../steps/step-panel';
import { TriggerPanel } from '../steps/trigger-panel';
import { useNames } from '../use-names';
import { ProblemList } from './problem-list';
import { SideSheet } from './side-sheet';
import { useDrawing } from './use-drawing';
import { useKeys } from './use-keys';
import { useProblems } from './use-problems';
import { useSaving, type SaveState } from './use-saving';
import { words } from './words';

const FlowCanvas = dynamic(() => import('../flow/flow-canvas').then(({ FlowCanvas: loaded }) => loaded));
const PublishDialog = dynamic(() => import('./publish-dialog').then(({ PublishDialog: loaded }) => loaded));
const TryDialog = dynamic(() => import('./try-dialog').then(({ TryDialog: loaded }) => loaded));
const KeySheet = dynamic(() => import('./key-sheet').then(({ KeySheet: loaded }) => loaded));

const VIEWS = ['drawing', 'outline'] as const;
const NARROW = '(max-width: 767px)';

interface EditorProps {
  automation: AutomationDetail;
  onReload: () => void;
}

/** The editor: a drawing or its outline, the settings of what is selected, and what keeps it from going live. */
export function Editor({ automation, onReload }: EditorProps) {
  const router = useRouter();
  const mayChange = useMay('updateAutomation');
  const [initial] = useState(() => openGraph(automation.graph));
  const drawing = useDrawing(initial);
  const { graph, picked, generation } = drawing;
  const [name, setName] = useState(automation.name);
  const fields = useMemo(() => ({ name, graph }), [name, graph]);
  const saving = useSaving(automation, fields);
  const { names, known } = useNames(graph);
  const { problems, byStep } = useProblems(automation.id, graph, known, saving);
  const [isNarrow] = useState(() => matchMedia(NARROW).matches);
  const [view, setView] = useQueryState(
    'view',
    parseAsStringLiteral(VIEWS).withDefault(isNarrow ? 'outline' : 'drawing'),
  );
  const [dialog, setDialog] = useState<'publish' | 'try' | 'keys' | null>(null);
  const [isListed, setListed] = useState(false);
  useKeys(drawing);

  const canEdit = mayChange && saving.state !== 'conflict';
  const go = (id: string) => {
    setDialog(null);
    setListed(false);
    drawing.pick(id, { isByKey: true });
  };
  const shared: Flow = {
    ...{ graph, names, picked, problems: byStep, numbers: null, target: null },
    pick: (id, how) => {
      setListed(false);
      drawing.pick(id, how);
    },
    ...(canEdit && { edit: { add: drawing.add, move: drawing.move, ...(drawing.paste && { paste: drawing.paste }) } }),
  };
  const shown = picked.at(-1);
  const step = shown === undefined ? undefined : stepOf(graph, shown);
  const place = 'min-h-0 min-w-0 flex-1';

  return (
    <FlowContext value={shared}>
      <div className="flex h-[calc(100dvh-3.5rem)] min-h-0 flex-col lg:h-dvh">
        <header className="grid gap-2 border-b bg-background px-4 pt-3 pb-2.5 sm:px-6">
          <div className="-mb-2 flex items-center justify-between gap-4">
            <BackLink href="/automations" label={all.back} />
            <Saved state={saving.state} />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h1 className="flex min-w-0 flex-1 basis-56 items-center gap-2">
              <span className="sr-only">{name}</span>
              <Input
                aria-label={words.name}
                dir="auto"
                value={name}
                maxLength={100}
                autoComplete="off"
                disabled={!canEdit}
                aria-invalid={name.trim() === '' || undefined}
                onChange={({ target }) => setName(target.value)}
                className="field-sizing-content w-auto! max-w-full min-w-24! border-transparent! bg-transparent! text-lg! font-semibold tracking-tight shadow-none! hover:border-line-strong! focus-visible:border-ring!"
              />
              <StateBadge automation={automation} />
            </h1>
            <div className="flex flex-wrap items-center gap-2">
              <Segmented
                label={flow.view}
                value={view}
                options={[
                  { value: 'drawing', label: flow.drawing },
                  { value: 'outline', label: flow.list },
                ]}
                onChange={(next) => void setView(next)}
              />
              {canEdit && (
                <span className="flex rounded-lg border bg-surface shadow-shade">
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={words.undo}
                    title={`${words.undo} (⌘Z)`}
                    disabled={!drawing.canUndo}
                    onClick={drawing.undo}
                  >
                    <Undo2 />
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={words.redo}
                    title={`${words.redo} (⇧⌘Z)`}
                    disabled={!drawing.canRedo}
                    onClick={drawing.redo}
                  >
                    <Redo2 />
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon"
                    className="max-sm:hidden!"
                    aria-label={words.keys}
                    onClick={() => setDialog('keys')}
                  >
                    <Keyboard />
                  </Button>
                </span>
              )}
              <Button
                variant="outline"
                aria-expanded={isListed}
                onClick={() => setListed(!isListed)}
                className={problems.length > 0 ? 'text-danger!' : ''}
              >
                {problems.length > 0 ? words.problems({ n: problems.length }) : words.ready}
              </Button>
              {automation.live_version !== null && (
                <Button asChild variant="outline">
                  <Link href={`/automations/${automation.id}`}>{words.live}</Link>
                </Button>
              )}
              {canEdit && (
                <Button variant="outline" onClick={() => setDialog('try')}>
                  {words.trial}
                </Button>
              )}
              {canEdit && <Button onClick={() => setDialog('publish')}>{words.publish}</Button>}
              <span className="rounded-lg border bg-surface shadow-shade empty:hidden">
                <AutomationMenu automation={automation} onDeleted={() => router.push('/automations')} />
              </span>
            </div>
          </div>
          {name.trim() === '' && <FormError text={words.nameMissing} />}
          {saving.state === 'failed' && <FormError text={sayError(saving.error)} />}
          {saving.state === 'conflict' && (
            <div className="flex flex-wrap items-center gap-2">
              <FormError text={words.conflictText} />
              <Button variant="outline" onClick={onReload}>
                {words.reload}
              </Button>
            </div>
          )}
          {!mayChange && <p className="rounded-lg bg-sunken px-3 py-2 text-[13px] text-muted">{words.readOnly}</p>}
        </header>
        <div className="flex min-h-0 flex-1">
          {view === 'drawing' ? (
            <FlowCanvas className={place} />
          ) : (
            <FlowOutline className={`${place} overflow-y-auto`} />
          )}
          {isListed ? (
            <SideSheet kind={automation.name} title={words.problemsTitle} focus={0} onClose={() => setListed(false)}>
              <ProblemList problems={problems} onGo={go} />
            </SideSheet>
          ) : (
            shown !== undefined &&
            (step || shown === '') && (
              <SideSheet
                kind={step ? named.kinds[step.kind] : named.trigger}
                title={step ? nameOfStep(step, names) : words.settings}
                focus={drawing.focus}
                onClose={drawing.close}
              >
                {problems
                  .filter((each) => each.step === (shown === '' ? null : shown))
                  .map(({ field, text }) => (
                    <FormError key={`${field} ${text}`} text={text} />
                  ))}
                <fieldset key={`${shown} ${generation}`} disabled={!canEdit} className="grid min-w-0 gap-4">
                  {step ? (
                    <StepPanel
                      step={step}
                      change={drawing.changeOne}
                      lead={drawing.lead}
                      onCopy={() => drawing.copy([step.id])}
                      onDelete={() => drawing.remove([step.id])}
                    />
                  ) : (
                    <TriggerPanel graph={graph} change={drawing.change} />
                  )}
                </fieldset>
              </SideSheet>
            )
          )}
        </div>
        <p role="status" className="sr-only">
          {drawing.said}
        </p>
      </div>
      {dialog === 'publish' && (
        <PublishDialog
          automation={automation}
          graph={graph}
          names={names}
          problems={problems}
          saving={saving}
          onGo={go}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'try' && (
        <TryDialog
          id={automation.id}
          graph={graph}
          names={names}
          problems={problems}
          saving={saving}
          onGo={go}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'keys' && <KeySheet onClose={() => setDialog(null)} />}
    </FlowContext>
  );
}

const Saved = ({ state }: { state: SaveState }) => (
  <span
    role="status"
    data-saving={state}
    className={state === 'failed' || state === 'conflict' ? 'text-[13px] text-danger' : 'text-[13px] text-muted'}
  >
    {words.saving[state]}
  </span>
);
