'use client';

import { CornerDownRight } from 'lucide-react';
import { useMemo } from 'react';
import { outlineOf, type OutlinedWay } from '../graph/outline';
import { nameOfStep } from '../graph/sentences';
import { FROM_TRIGGER, stepOf, type Line } from '../graph/steps';
import { AddButton } from './add-button';
import { useFlow } from './flow-context';
import { StepCard } from './step-card';
import { WayNote } from './way-note';
import { words } from './words';

/** A drawing as a nested list: for phones, and for screen readers. */
export function FlowOutline({ className }: { className?: string }) {
  const { graph } = useFlow();
  const outline = useMemo(() => outlineOf(graph), [graph]);
  return (
    <div className={className} role="group" aria-label={words.outline}>
      <div className="mx-auto max-w-2xl p-4">
        <StepCard id="" />
        <Way way={{ ...outline, line: FROM_TRIGGER }} />
      </div>
    </div>
  );
}

function Way({ way: { steps, goesTo, last } }: { way: OutlinedWay }) {
  const { graph, names } = useFlow();
  const target = goesTo === null ? undefined : stepOf(graph, goesTo);
  const isOpen = steps.at(-1)?.step.kind !== 'exit' && (steps.at(-1)?.ways.length ?? 0) === 0;
  return (
    <ol>
      {steps.map(({ step, line, ways }, index) => (
        <li key={step.id}>
          {/* Ways that meet here have said so, each at its own end. */}
          {(steps[index - 1]?.ways.length ?? 0) === 0 ? <Joint line={line} /> : <div className="h-3" />}
          <StepCard id={step.id} className={step.kind === 'exit' ? 'h-8! w-fit' : ''} />
          {ways.length > 0 && (
            <ul className="ml-3 border-l pl-3 sm:ml-5 sm:pl-5">
              {ways.map((each) => (
                <li key={each.line.label}>
                  <Way way={each} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
      {target && isOpen && (
        <li>
          <Joint line={last} />
          <p className="flex items-center gap-1.5 text-xs text-muted">
            <CornerDownRight aria-hidden="true" className="size-3.5 shrink-0" />
            <span className="truncate">{words.goesTo({ name: nameOfStep(target, names) })}</span>
          </p>
        </li>
      )}
    </ol>
  );
}

/** The line between two rows. */
const Joint = ({ line }: { line: Line }) => (
  <div className="flex flex-wrap items-center gap-2 py-1.5 pl-5">
    <AddButton line={line} />
    <WayNote line={line} />
  </div>
);
