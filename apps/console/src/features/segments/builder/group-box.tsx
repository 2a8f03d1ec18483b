'use client';

import { Plus, SquarePlus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { lazyMenu } from '@/components/ui/lazy-menu';
import { cn } from '@/lib/cn';
import type { AddActionsProps } from './add-actions';
import { newCondition } from './condition-kinds';
import { ConditionRow, Faults, Handle } from './condition-row';
import { useBuilder, useNodeFaults } from './context';
import { aGroup, isGroup, type DraftGroup, type GroupMode } from './draft';
import { Choice } from './fields';
import { words } from './words';

const AddActions = lazyMenu<AddActionsProps>(() => import('./add-actions').then(({ AddActions: loaded }) => loaded));

const MODES = Object.entries(words.modes) as [GroupMode, string][];
/** Deeper ones would be refused: a negated group counts twice. */
const MOST_DEPTH = 3;

interface GroupBoxProps {
  group: DraftGroup;
  depth?: number;
  number?: number;
  own?: string;
}

/** A group of conditions, with places to drop others between them. */
export function GroupBox({ group, depth = 0, number = 1, own }: GroupBoxProps) {
  const { add, change, dragged } = useBuilder();
  const isRoot = depth === 0;
  const faults = useNodeFaults(group, isRoot ? words.theSegment : words.theGroup);
  const name = words.groupNumber(number);
  return (
    <div
      role="group"
      aria-label={isRoot ? words.conditions : name}
      className={cn(
        'min-w-0 rounded-xl border p-2.5 sm:p-3',
        depth % 2 === 0 ? 'bg-sunken' : 'bg-background',
        dragged === group.id && 'opacity-50',
      )}
    >
      <div className="flex flex-wrap items-center gap-2 text-[13px]">
        {!isRoot && <Handle node={group} name={name} />}
        <span className={isRoot ? '' : 'sr-only'}>{words.match}</span>
        <Choice
          label={words.modeLabel}
          value={group.mode}
          options={MODES}
          onChange={(mode) => change(group.id, (node) => ({ ...node, mode }) as DraftGroup)}
        />
        <span>{words.ofThese}</span>
        {!isRoot && (
          <Button
            variant="ghost"
            size="icon"
            className="ml-auto"
            aria-label={words.remove(name)}
            onClick={() => change(group.id, () => null)}
          >
            <X />
          </Button>
        )}
      </div>
      <Faults faults={faults} />
      <ol className="mt-1">
        {group.nodes.map((node, index) => (
          <li key={node.id} className="contents">
            <Gap group={group.id} index={index} text={index > 0 ? words.joins[group.mode] : ''} />
            {isGroup(node) ? (
              <GroupBox group={node} depth={depth + 1} number={index + 1} own={own} />
            ) : (
              <ConditionRow node={node} group={group.id} number={index + 1} own={own} />
            )}
          </li>
        ))}
        <li className="contents">
          <Gap group={group.id} index={group.nodes.length} text={group.nodes.length === 0 ? words.emptyGroup : ''} />
        </li>
      </ol>
      <div className="flex flex-wrap gap-2">
        <AddActions
          onAdd={(kind) => add(group.id, newCondition(kind))}
          trigger={
            <Button variant="outline" size="sm">
              <Plus /> {words.addCondition}
            </Button>
          }
        />
        {depth < MOST_DEPTH && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => add(group.id, aGroup(group.mode === 'any' ? 'all' : 'any', [newCondition('attribute')]))}
          >
            <SquarePlus /> {words.addGroup}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A place between two conditions: says how they are joined, and takes what is dragged there. */
function Gap({ group, index, text }: { group: string; index: number; text: string }) {
  const { dragged, move, drag } = useBuilder();
  const [isOver, setOver] = useState(false);
  return (
    <div
      data-gap={`${group} ${index}`}
      onDragOver={(event) => {
        if (!dragged) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        if (dragged) move(dragged, group, index);
        drag(null);
      }}
      className={cn(
        'flex items-center justify-center rounded-md text-xs text-muted transition-colors',
        dragged || text ? 'my-1 min-h-6' : 'min-h-2',
        dragged && 'outline-1 outline-line-strong outline-dashed',
        isOver && 'bg-tint text-on-tint',
      )}
    >
      {text}
    </div>
  );
}
