'use client';

import { waysOf, type AutomationStep } from '@dundun/domain';
import { Copy, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { useFlow } from '../flow/flow-context';
import { placesFor } from '../graph/edits';
import { nameOfStep, wayLabel } from '../graph/sentences';
import type { Line } from '../graph/steps';
import { BranchPanel } from './branch-panel';
import { DelayPanel } from './delay-panel';
import { TextPart } from './panel-parts';
import { withKey } from './panel-props';
import { EmailPanel, SmsPanel } from './send-panel';
import { SplitPanel } from './split-panel';
import { UpdatePanel } from './update-panel';
import { WaitPanel } from './wait-panel';
import { WebhookPanel } from './webhook-panel';
import { words } from './words';

const LONGEST_NAME = 100;

interface StepPanelProps {
  step: AutomationStep;
  change: (step: AutomationStep) => void;
  lead: (line: Line, to: string | null) => void;
  onCopy: () => void;
  onDelete: () => void;
}

/** The settings of a step, and where its ways lead. */
export function StepPanel({ step, change, lead, onCopy, onDelete }: StepPanelProps) {
  if (step.kind === 'exit') return <p className="text-[13px] text-muted">{words.exit.text}</p>;
  return (
    <>
      <Settings step={step} change={change} />
      <Ways step={step} lead={lead} />
      <TextPart
        label={words.name}
        hint={words.nameHint}
        maxLength={LONGEST_NAME}
        value={step.name ?? ''}
        onChange={(name) => change(withKey(step, 'name', name))}
      />
      <div className="flex flex-wrap gap-2 border-t pt-4">
        <Button variant="outline" size="sm" onClick={onCopy}>
          <Copy /> {words.copy}
        </Button>
        <Button variant="outline" size="sm" className="text-danger!" onClick={onDelete}>
          <Trash2 /> {words.remove}
        </Button>
      </div>
    </>
  );
}

function Settings({ step, change }: Pick<StepPanelProps, 'step' | 'change'>) {
  switch (step.kind) {
    case 'delay':
      return <DelayPanel step={step} change={change} />;
    case 'wait':
      return <WaitPanel step={step} change={change} />;
    case 'branch':
      return <BranchPanel step={step} change={change} />;
    case 'split':
      return <SplitPanel step={step} change={change} />;
    case 'email':
      return <EmailPanel step={step} change={change} />;
    case 'sms':
      return <SmsPanel step={step} change={change} />;
    case 'webhook':
      return <WebhookPanel step={step} change={change} />;
    case 'update':
      return <UpdatePanel step={step} change={change} />;
    case 'exit':
      return null;
  }
}

const END = 'end';

/** Leads ways to other steps without dragging. */
function Ways({ step, lead }: Pick<StepPanelProps, 'step' | 'lead'>) {
  const { graph, names } = useFlow();
  const places = placesFor(graph, { from: step.id, label: '' }).filter(({ kind }) => kind !== 'exit');
  return waysOf(step).map(({ label, to }) => {
    const way = wayLabel(step, label, names);
    const isEnd = !places.some(({ id }) => id === to);
    return (
      <Field key={label} label={way ? words.leadsToWay({ way }) : words.leadsTo}>
        {(control) => (
          <Select
            {...control}
            value={isEnd ? END : to}
            onChange={({ target }) => lead({ from: step.id, label }, target.value === END ? null : target.value)}
          >
            <option value={END}>{words.endHere}</option>
            {places.map((place) => (
              <option key={place.id} value={place.id}>
                {nameOfStep(place, names)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    );
  });
}
