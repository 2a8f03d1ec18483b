'use client';

import { segmentSentence } from '@dundun/domain';
import { Copy, GripVertical, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/lib/cn';
import { AttributeCondition } from './attribute-condition';
import { useBuilder, useNodeFaults, type EditorProps, type NodeFaults } from './context';
import { copied, type DraftLeaf, type DraftNode } from './draft';
import { EventCondition } from './event-condition';
import { MessageCondition } from './message-condition';
import {
  BucketCondition,
  CreatedCondition,
  ImportedCondition,
  ListCondition,
  ReachableCondition,
  SegmentCondition,
} from './other-conditions';
import { words } from './words';

interface ConditionRowProps {
  node: DraftLeaf;
  /** The group that it is in. */
  group: string;
  number: number;
  /** The segment that is edited. */
  own?: string;
}

const none = () => null;

/** One condition: a sentence of controls, what is wrong with it, and its handle. */
export function ConditionRow({ node, group, number, own }: ConditionRowProps) {
  const { change, add, fresh, dragged } = useBuilder();
  const faults = useNodeFaults(node);
  const row = useRef<HTMLDivElement>(null);
  const name = words.conditionNumber(number);
  const isFresh = fresh === node.id;
  useEffect(() => {
    if (!isFresh) return;
    const first = row.current?.querySelector<HTMLElement>('[role=combobox]');
    (first ?? row.current?.querySelector<HTMLElement>('select, input'))?.focus();
  }, [isFresh]);
  return (
    <div
      ref={row}
      role="group"
      aria-label={name}
      className={cn(
        'rounded-lg border bg-surface p-2 shadow-shade',
        faults.texts.length > 0 && 'border-danger',
        dragged === node.id && 'opacity-50',
      )}
    >
      <div className="flex items-start gap-1.5">
        <Handle node={node} name={name} />
        <div className="flex min-w-0 flex-1 flex-wrap items-start gap-2">
          <ConditionFields node={node} faults={faults} own={own} />
        </div>
        <Button
          variant="ghost"
          size="icon"
          className="max-sm:hidden!"
          aria-label={words.duplicate(name)}
          onClick={() => add(group, copied(node))}
        >
          <Copy />
        </Button>
        <Button variant="ghost" size="icon" aria-label={words.remove(name)} onClick={() => change(node.id, () => null)}>
          <X />
        </Button>
      </div>
      <Faults faults={faults} />
    </div>
  );
}

/** What is wrong with a node. */
export const Faults = ({ faults }: { faults: NodeFaults }) =>
  faults.texts.length > 0 && (
    <div role="alert" className="mt-1.5 grid gap-0.5 pl-9 text-[13px] text-danger">
      {faults.texts.map((text) => (
        <p key={text} className="break-words">
          {text}
        </p>
      ))}
    </div>
  );

/** Drags its node, or moves it with the arrow keys. */
export function Handle({ node, name }: { node: DraftNode; name: string }) {
  const { drag, step } = useBuilder();
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    step(node.id, event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <button
      type="button"
      draggable
      data-handle={node.id}
      aria-label={words.move(name)}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', node.id);
        // A layout that changes right away would end the drag.
        setTimeout(() => drag(node.id));
      }}
      onDragEnd={() => drag(null)}
      onKeyDown={press}
      className="grid h-9 w-7 shrink-0 cursor-grab! place-items-center rounded-md text-muted hover:bg-sunken hover:text-foreground active:cursor-grabbing! sm:h-8"
    >
      <GripVertical className="size-4" aria-hidden="true" />
    </button>
  );
}

/** The controls of a condition, by its kind. */
export function ConditionFields({ node, faults, own }: { node: DraftLeaf; faults: NodeFaults; own?: string }) {
  const { change } = useBuilder();
  const { leaf } = node;
  const set = (next: DraftLeaf['leaf']) => change(node.id, (now) => ({ ...now, leaf: next }) as DraftLeaf);
  const setNot = (isNot: boolean) => change(node.id, (now) => ({ ...now, isNot }) as DraftLeaf);
  const props = <Leaf extends DraftLeaf['leaf']>(of: Leaf): EditorProps<Leaf> => ({
    node,
    leaf: of,
    faults,
    set,
    setNot,
  });
  if ('attribute' in leaf || 'field' in leaf) return <AttributeCondition {...props(leaf)} />;
  if ('event' in leaf) return <EventCondition {...props(leaf)} />;
  if ('message' in leaf) return <MessageCondition {...props(leaf)} />;
  if ('status' in leaf) return <ListCondition {...props(leaf)} />;
  if ('segment' in leaf) return <SegmentCondition {...props(leaf)} own={own} />;
  if ('reachable' in leaf) return <ReachableCondition {...props(leaf)} />;
  if ('bucket' in leaf) return <BucketCondition {...props(leaf)} />;
  if ('created' in leaf) return <CreatedCondition {...props(leaf)} />;
  if ('imported' in leaf) return <ImportedCondition {...props(leaf)} />;
  // A kind of a later release: shown, and kept as it is.
  return (
    <p className="self-center text-[13px]">
      {segmentSentence(leaf, { list: none, segment: none, campaign: none, import: none })}
    </p>
  );
}
