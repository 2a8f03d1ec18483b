'use client';

import type { AutomationGraph, StepKind } from '@dundun/domain';
import { createContext, use } from 'react';
import type { Names } from '../graph/sentences';
import type { Line } from '../graph/steps';

/** Numbers of a version that runs. */
interface FlowNumbers {
  waiting: (step: string) => number;
  /** Those who took a way; of the trigger, those who entered. */
  passed: (line: Line) => number;
  skipped: (step: string) => number;
  show: (step: string) => void;
}

/** What the parts of a drawing share. */
export interface Flow {
  graph: AutomationGraph;
  names: Names;
  /** The steps that are selected; the last one is shown. The trigger is the empty id. */
  picked: readonly string[];
  /** How many problems a step has; null is what belongs to no step. */
  problems: ReadonlyMap<string | null, number>;
  numbers: FlowNumbers | null;
  /** The line over which something is dragged. */
  target: Line | null;
  /** @param isByKey whether the focus follows */
  pick: (id: string, how?: { isMore?: boolean; isByKey?: boolean }) => void;
  /** Absent where nothing can be changed. */
  edit?: {
    add: (line: Line, kind: StepKind) => void;
    paste?: (line: Line) => void;
    move: (id: string, line: Line) => void;
  };
}

export const FlowContext = createContext<Flow | null>(null);

export function useFlow(): Flow {
  const flow = use(FlowContext);
  if (!flow) throw new Error('There is no drawing around this part.');
  return flow;
}
