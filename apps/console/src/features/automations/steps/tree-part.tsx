'use client';

import type { SegmentNode } from '@dundun/domain';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Builder } from '@/features/segments/builder/builder';
import { draftFrom, readDraft, treeOf, type DraftGroup } from '@/features/segments/builder/draft';

interface TreePartProps {
  tree: SegmentNode;
  /** Whether what is missing is marked. */
  isTried: boolean;
  onChange: (tree: SegmentNode) => void;
}

/** Conditions about a person, as segments have them. What is incomplete is kept too: the drawing says what is missing. */
export function TreePart({ tree, isTried, onChange }: TreePartProps) {
  const [root, setRoot] = useState<DraftGroup>(() => draftFrom(tree));
  const { faults } = useMemo(() => readDraft(root), [root]);
  const told = useRef(onChange);
  const first = useRef(root);
  useEffect(() => {
    told.current = onChange;
  });
  useEffect(() => {
    if (root !== first.current) told.current(treeOf(root).tree);
  }, [root]);
  const change = useCallback((make: (now: DraftGroup) => DraftGroup) => setRoot(make), []);
  return <Builder root={root} onChange={change} faults={isTried ? faults : []} />;
}
