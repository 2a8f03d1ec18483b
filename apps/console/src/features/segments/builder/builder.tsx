'use client';

import type { DraftFault, DraftGroup, DraftNode } from './draft';
import { useMemo, useState } from 'react';
import { BuilderContext, type BuilderActions } from './context';
import { added, amongSent, changed, find, isGroup, mayBeUnsent, moved, stepped } from './draft';
import { GroupBox } from './group-box';
import { lackingOf } from './lacking';
import { words } from './words';

interface BuilderProps {
  root: DraftGroup;
  onChange: (change: (root: DraftGroup) => DraftGroup) => void;
  faults: readonly DraftFault[];
  /** The segment that is edited. */
  own?: string;
}

/** Returns the place of a node in its group, and how many there are. */
function placeOf(root: DraftGroup, id: string): { place: number; of: number } | undefined {
  const index = root.nodes.findIndex((node) => node.id === id);
  if (index >= 0) return { place: index + 1, of: root.nodes.length };
  return root.nodes
    .filter(isGroup)
    .map((group) => placeOf(group, id))
    .find(Boolean);
}

/** Edits a tree of conditions: by mouse, and by keys alone. */
export function Builder({ root, onChange, faults, own }: BuilderProps) {
  const [dragged, drag] = useState<string | null>(null);
  const [fresh, setFresh] = useState<string | null>(null);
  const [said, say] = useState('');
  const actions = useMemo((): BuilderActions => {
    const change = (id: string, make: (node: DraftNode) => DraftNode | null) =>
      onChange((now) => changed(now, id, make));
    return {
      ...{ faults, dragged, fresh, drag, change },
      add: (group, node) => {
        onChange((now) => added(now, group, node));
        const first = isGroup(node) ? node.nodes[0] : node;
        setFresh(first?.id ?? null);
      },
      move: (id, group, index) => onChange((now) => moved(now, id, group, index)),
      narrowingOf: (id) => (mayBeUnsent(root, id) ? () => onChange((now) => amongSent(now, id)) : undefined),
      lackingOf: (id) => {
        const lacking = lackingOf(root, id);
        return lacking && { match: lacking.match, leaveOut: () => onChange(lacking.leaveOut) };
      },
      step: (id, by) => {
        const next = stepped(root, id, by);
        if (!find(next, id)) return;
        onChange(() => next);
        const at = placeOf(next, id);
        if (at) say(words.moved(at.place, at.of));
        // The handle is another element where the node came into another group.
        requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-handle="${id}"]`)?.focus());
      },
    };
  }, [root, onChange, faults, dragged, fresh]);
  return (
    <BuilderContext value={actions}>
      <GroupBox group={root} own={own} />
      <p role="status" className="sr-only">
        {said}
      </p>
    </BuilderContext>
  );
}
