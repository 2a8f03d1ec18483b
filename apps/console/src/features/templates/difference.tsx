'use client';

import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { words } from './words';

/** Two texts in one, with what was removed and added. */
export function Difference({ before, after }: { before: string; after: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = new EditorView({
      parent: place.current as HTMLElement,
      state: EditorState.create({
        doc: after,
        extensions: [
          lineNumbers(),
          EditorView.lineWrapping,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': words.difference, 'aria-readonly': 'true' }),
          unifiedMergeView({
            original: before,
            mergeControls: false,
            gutter: true,
            highlightChanges: true,
            collapseUnchanged: { margin: 3, minSize: 6 },
          }),
        ],
      }),
    });
    return () => view.destroy();
  }, [before, after]);
  if (before === after) return <p className="text-[13px] text-muted">{words.same}</p>;
  return <div ref={place} className="code-editor overflow-hidden rounded-xl border" />;
}
