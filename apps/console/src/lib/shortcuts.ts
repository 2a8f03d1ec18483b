'use client';

import { useSyncExternalStore } from 'react';

const KEY = 'dundun.shortcuts';
const CHANGED = 'dundun:shortcuts';

const isOn = () => {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
};

function subscribe(listen: () => void): () => void {
  addEventListener(CHANGED, listen);
  addEventListener('storage', listen);
  return () => {
    removeEventListener(CHANGED, listen);
    removeEventListener('storage', listen);
  };
}

/**
 * Whether single-key shortcuts are on. WCAG 2.1.4 requires a choice, because speech input may type letters by accident.
 */
export function useShortcuts(): { enabled: boolean; setEnabled: (on: boolean) => void } {
  const enabled = useSyncExternalStore(subscribe, isOn, () => true);
  const setEnabled = (on: boolean) => {
    try {
      localStorage.setItem(KEY, on ? 'on' : 'off');
    } catch {
      // Without storage, the choice ends with the page.
    }
    dispatchEvent(new Event(CHANGED));
  };
  return { enabled, setEnabled };
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
