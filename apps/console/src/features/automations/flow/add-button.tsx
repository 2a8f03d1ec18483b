'use client';

import { Plus } from 'lucide-react';
import { lazyMenu } from '@/components/ui/lazy-menu';
import { cn } from '@/lib/cn';
import { nameOfStep, wayLabel } from '../graph/sentences';
import { isSameLine, stepOf, type Line } from '../graph/steps';
import type { AddMenuProps } from './add-menu';
import { useFlow } from './flow-context';
import { words } from './words';

const AddMenu = lazyMenu<AddMenuProps>(() => import('./add-menu').then(({ AddMenu: loaded }) => loaded));

/** Adds a step on a line, and takes what is dragged there. */
export function AddButton({ line }: { line: Line }) {
  const { graph, names, edit, target } = useFlow();
  if (!edit) return null;
  const step = stepOf(graph, line.from);
  const way = wayLabel(step, line.label, names);
  const name = step ? nameOfStep(step, names) : '';
  const label = !step ? words.addFirst : way ? words.addOn({ name, way }) : words.addAfter({ name });
  const { paste } = edit;
  const isTarget = target !== null && isSameLine(target, line);
  return (
    <AddMenu
      onAdd={(kind) => edit.add(line, kind)}
      onPaste={paste && (() => paste(line))}
      trigger={
        <button
          type="button"
          aria-label={label}
          title={label}
          data-line={`${line.from} ${line.label}`}
          className={cn(
            'grid size-6 place-items-center rounded-full border border-line-strong bg-surface text-muted shadow-shade transition-[transform,background-color] hover:border-primary hover:bg-primary hover:text-on-primary data-[state=open]:bg-primary data-[state=open]:text-on-primary',
            isTarget && 'scale-150 border-primary bg-primary text-on-primary',
          )}
        >
          <Plus className="size-3.5" aria-hidden="true" />
        </button>
      }
    />
  );
}
