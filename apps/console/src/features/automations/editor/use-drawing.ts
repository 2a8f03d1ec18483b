'use client';

import type { AutomationGraph, AutomationStep, StepKind } from '@dundun/domain';
import { useState } from 'react';
import { useHistory } from '@/features/editor/use-history';
import { toast } from '@/lib/toast';
import { addStep, changeStep, copySteps, deleteSteps, endHere, leadTo, moveStep, pasteSteps } from '../graph/edits';
import { mainWay } from '../graph/reach';
import { FROM_TRIGGER, linesTo, stepOf, targetOf, type Line } from '../graph/steps';
import { words as named } from '../graph/words';
import { keepSteps, keptSteps } from './clipboard';
import { words } from './words';

/** A drawing while it is edited: what is selected, its history, and what was done to it. */
export function useDrawing(initial: AutomationGraph) {
  const { now: graph, set, undo, redo, canUndo, canRedo } = useHistory(initial);
  const [picked, setPicked] = useState<string[]>([]);
  const [focus, setFocus] = useState(0);
  const [said, say] = useState('');
  /** Counts travels through the history, after which fields show other values. */
  const [generation, setGeneration] = useState(0);
  const [canPaste, setCanPaste] = useState(() => keptSteps().length > 0);

  const pick = (id: string, { isMore = false, isByKey = false } = {}) => {
    setPicked((before) => (isMore ? [...before.filter((each) => each !== id), id] : [id]));
    if (isByKey) setFocus((before) => before + 1);
  };
  const close = () => {
    const last = picked.at(-1);
    setPicked([]);
    if (last !== undefined) document.querySelector<HTMLElement>(`[data-step="${last}"]`)?.focus({ preventScroll: true }); // prettier-ignore
  };
  const put = (next: AutomationGraph, ids: readonly string[], text: string) => {
    if (next === graph) return toast.message(words.full);
    set(next);
    say(text);
    if (ids.length > 0) pick(ids.at(-1) as string, { isByKey: true });
  };
  const travel = (step: () => void, text: string) => () => {
    step();
    say(text);
    setGeneration((before) => before + 1);
  };
  const goBack = travel(undo, words.undone);

  /** The line behind a step, on which the next one comes. */
  const lineAfter = (id: string | undefined): Line | undefined => {
    const step = id === undefined ? undefined : stepOf(graph, id);
    if (!step) return id === undefined || id === '' ? FROM_TRIGGER : undefined;
    const label = mainWay(graph, step);
    return label === undefined ? linesTo(graph, step.id)[0] : { from: step.id, label };
  };

  const add = (line: Line, kind: StepKind) => {
    const { graph: next, id } = addStep(graph, line, kind);
    put(next, id === '' ? [] : [id], words.added({ name: named.kinds[kind] }));
  };
  const paste = (line: Line | undefined) => {
    const steps = keptSteps();
    if (!line || steps.length === 0) return;
    const { graph: next, ids } = pasteSteps(graph, line, steps);
    put(next, ids, words.pasted({ n: ids.length }));
  };
  const copy = (ids: readonly string[]) => {
    const steps = copySteps(graph, ids);
    if (steps.length === 0) return;
    keepSteps(steps);
    setCanPaste(true);
    toast.message(words.copied({ n: steps.length }));
  };
  const remove = (ids: readonly string[]) => {
    const next = deleteSteps(graph, ids);
    const gone = graph.steps.filter(({ id, kind }) => kind !== 'exit' && !stepOf(next, id)).length;
    if (gone === 0) return;
    const before = linesTo(graph, ids[0] ?? '')[0]?.from;
    set(next);
    setPicked([]);
    say(words.deleted({ n: gone }));
    toast.message(words.deleted({ n: gone }), { action: { label: words.undo, onClick: goBack } });
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-step="${before ?? ''}"]`)?.focus({ preventScroll: true })); // prettier-ignore
  };
  const move = (id: string, line: Line) => {
    const next = moveStep(graph, id, line);
    if (next === graph) return;
    set(next);
    say(words.moved);
  };
  /** Moves a step past the one before it, or behind it. */
  const shift = (id: string, by: -1 | 1) => {
    const step = stepOf(graph, id);
    const before = linesTo(graph, id)[0];
    const label = step && mainWay(graph, step);
    if (!step || label === undefined) return;
    const line = by < 0 ? before && linesTo(graph, before.from)[0] : lineAfter(targetOf(graph, { from: id, label }));
    if (line && (by < 0 || stepOf(graph, line.from)?.kind !== undefined)) move(id, line);
  };

  return {
    ...{ graph, picked, focus, said, generation, canUndo, canRedo, pick, close, add, copy, remove, move, shift },
    paste: canPaste ? paste : undefined,
    pasteAfter: (id: string | undefined) => paste(lineAfter(id)),
    undo: goBack,
    redo: travel(redo, words.redone),
    change: (part: Partial<AutomationGraph>) => set((now) => ({ ...now, ...part }), 'trigger'),
    changeOne: (step: AutomationStep) => set((now) => changeStep(now, step.id, () => step), `step ${step.id}`),
    lead: (line: Line, to: string | null) => {
      const next = to === null ? endHere(graph, line) : leadTo(graph, line, to);
      if (next === graph) toast.message(words.cannotMove);
      else set(next);
    },
  };
}

export type DrawingState = ReturnType<typeof useDrawing>;
