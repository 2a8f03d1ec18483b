'use client';

import { GRAPH_LIMITS, type BranchQuestion, type StepOf } from '@dundun/domain';
import { Plus, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useFlow } from '../flow/flow-context';
import { ClickedPart } from './clicked-part';
import { Boxed, ChoicePart } from './panel-parts';
import type { PanelProps } from './panel-props';
import { TreePart } from './tree-part';
import { WherePart } from './where-part';
import { words } from './words';

type Branch = StepOf<'branch'>['branches'][number];
type Kind = keyof typeof said.kinds;

const { branch: said } = words;

const kindOf = (question: BranchQuestion): Kind =>
  'match' in question ? 'match' : 'entry' in question ? 'entry' : 'clicked';
function made(kind: Kind, next: string): Branch {
  if (kind === 'match') return { match: { all: [] }, next };
  return kind === 'entry' ? { entry: [], next } : { clicked: '', next };
}

/** The questions of a branch, one for each way. */
export function BranchPanel({ step, change }: PanelProps<'branch'>) {
  const { problems } = useFlow();
  const { branches } = step;
  const set = (next: Branch[]) => change({ ...step, branches: next });
  return (
    <>
      <p className="text-[13px] text-muted">{said.text}</p>
      {branches.map((each, index) => (
        <Boxed
          // The place and the number of ways tell them apart: a removed one must not pass its fields on.
          key={`${branches.length} ${index}`}
          label={said.way({ n: index + 1 })}
          remove={
            branches.length > 1 && (
              <Button
                variant="ghost"
                size="icon"
                className="size-6!"
                aria-label={said.remove({ n: index + 1 })}
                onClick={() => set(branches.toSpliced(index, 1))}
              >
                <X />
              </Button>
            )
          }
        >
          <ChoicePart
            label={words.kind}
            value={kindOf(each)}
            options={said.kinds}
            onChange={(kind) => set(branches.with(index, made(kind, each.next)))}
          />
          <Question
            id={step.id}
            branch={each}
            isTried={(problems.get(step.id) ?? 0) > 0}
            onChange={(next) => set(branches.with(index, next))}
          />
        </Boxed>
      ))}
      {branches.length < GRAPH_LIMITS.branches && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => set([...branches, made('match', step.else)])}
        >
          <Plus /> {said.add}
        </Button>
      )}
    </>
  );
}

interface QuestionProps {
  id: string;
  branch: Branch;
  isTried: boolean;
  onChange: (branch: Branch) => void;
}

function Question({ id, branch, isTried, onChange }: QuestionProps) {
  const { graph } = useFlow();
  if ('match' in branch)
    return <TreePart tree={branch.match} isTried={isTried} onChange={(match) => onChange({ ...branch, match })} />;
  if ('clicked' in branch)
    return <ClickedPart step={id} value={branch.clicked} onChange={(clicked) => onChange({ ...branch, clicked })} />;
  const event = graph.trigger.kind === 'event' ? graph.trigger.event : '';
  return <WherePart event={event} where={branch.entry} onChange={(entry) => onChange({ ...branch, entry })} />;
}
