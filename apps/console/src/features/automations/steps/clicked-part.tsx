'use client';

import { isSend } from '@dundun/domain';
import { useFlow } from '../flow/flow-context';
import { reachedFrom } from '../graph/reach';
import { nameOfStep } from '../graph/sentences';
import { ChoicePart } from './panel-parts';
import { words } from './words';

interface ClickedPartProps {
  /** The step that asks. */
  step: string;
  value: string;
  onChange: (value: string) => void;
}

/** Chooses an email that stands before the step that asks about it. */
export function ClickedPart({ step, value, onChange }: ClickedPartProps) {
  const { graph, names } = useFlow();
  const before = graph.steps.filter(
    (each) => isSend(each) && each.id !== step && reachedFrom(graph, each.id).has(step),
  );
  return (
    <ChoicePart
      label={words.wait.email}
      hint={before.length === 0 ? words.wait.noEmail : words.wait.untracked}
      none={words.wait.chooseEmail}
      value={value}
      options={Object.fromEntries(before.map((each) => [each.id, nameOfStep(each, names)])) as Record<string, string>}
      onChange={onChange}
    />
  );
}
