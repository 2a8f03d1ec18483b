'use client';

import dynamic from 'next/dynamic';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo, useState } from 'react';
import { FormError } from '@/components/ui/form-error';
import { useMay } from '@/features/session/use-may';
import { FlowContext, type Flow } from '../flow/flow-context';
import { FlowOutline } from '../flow/flow-outline';
import { openGraph } from '../graph/open-graph';
import { nameOfStep } from '../graph/sentences';
import { stepOf } from '../graph/steps';
import { words as named } from '../graph/words';
import type { AutomationDetail } from '../queries';
import { StepPanel } from '../steps/step-panel';
import { TriggerPanel } from '../steps/trigger-panel';
import { useNames } from '../use-names';
import { EditorHead, VIEWS, type EditorDialog } from './editor-head';
import { ProblemList } from './problem-list';
import { SideSheet } from './side-sheet';
import { useDrawing } from './use-drawing';
import { useKeys } from './use-keys';
import { useProblems } from './use-problems';
import { useSaving } from './use-saving';
import { words } from './words';

const FlowCanvas = dynamic(() => import('../flow/flow-canvas').then(({ FlowCanvas: loaded }) => loaded));
const PublishDialog = dynamic(() => import('./publish-dialog').then(({ PublishDialog: loaded }) => loaded));
const TryDialog = dynamic(() => import('./try-dialog').then(({ TryDialog: loaded }) => loaded));
const KeySheet = dynamic(() => import('./key-sheet').then(({ KeySheet: loaded }) => loaded));

const NARROW = '(max-width: 767px)';

interface EditorProps {
  automation: AutomationDetail;
  onReload: () => void;
}

/** The editor: a drawing or its outline, the settings of what is selected, and what keeps it from going live. */
export function Editor({ automation, onReload }: EditorProps) {
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
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
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
        <EditorHead
          automation={automation}
          name={name}
          onName={setName}
          view={view}
          onView={(next) => void setView(next)}
          drawing={drawing}
          saving={saving}
          problems={problems.length}
          isListed={isListed}
          onList={() => setListed(!isListed)}
          canEdit={canEdit}
          isReadOnly={!mayChange}
          onDialog={setDialog}
          onReload={onReload}
        />
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
