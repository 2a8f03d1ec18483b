'use client';

import { useEffect, useRef } from 'react';
import type { DrawingState } from './use-drawing';

const TYPING = 'input, textarea, select, [contenteditable=true], [role=combobox]';
const ABOVE = '[role=dialog], [role=alertdialog], [role=menu]';

/** The keys of the editor. They never act while somebody types, or while something is open above the drawing. */
export function useKeys(drawing: DrawingState): void {
  const now = useRef(drawing);
  useEffect(() => {
    now.current = drawing;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (target.closest(TYPING) || document.querySelector(ABOVE)) return;
      if (act(now.current, event, target.dataset.step)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** @returns whether the key did something */
function act(drawing: DrawingState, event: KeyboardEvent, focused: string | undefined): boolean {
  const { picked } = drawing;
  // A card that has the focus is meant, unless it is one of several that are selected.
  const meant = focused !== undefined && !picked.includes(focused) ? [focused] : picked;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === 'y' || (key === 'z' && event.shiftKey)) drawing.redo();
    else if (key === 'z') drawing.undo();
    else if (key === 'c' && !getSelection()?.toString()) drawing.copy(meant);
    else if (key === 'x') {
      drawing.copy(meant);
      drawing.remove(meant);
    } else if (key === 'v') drawing.pasteAfter(meant.at(-1));
    else return false;
    return true;
  }
  if (event.altKey && (key === 'arrowup' || key === 'arrowdown') && focused) {
    drawing.shift(focused, key === 'arrowup' ? -1 : 1);
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-step="${focused}"]`)?.focus());
    return true;
  }
  if (key === 'delete' || key === 'backspace') {
    drawing.remove(meant);
    return true;
  }
  if (key !== 'escape' || picked.length === 0) return false;
  drawing.close();
  return true;
}
