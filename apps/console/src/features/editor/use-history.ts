'use client';

import { useCallback, useState } from 'react';

const MOST = 200;
/** Changes of the same thing within this time are undone together. */
const TOGETHER_MS = 1_000;

interface Past<T> {
  past: T[];
  now: T;
  future: T[];
  /** What changed last, and when. */
  last: { key: string; at: number } | null;
}

/** A value with undo and redo. */
export function useHistory<T>(initial: T) {
  const [state, setState] = useState<Past<T>>({ past: [], now: initial, future: [], last: null });
  const set = useCallback((next: T | ((now: T) => T), key = '') => {
    setState((before) => {
      const now = typeof next === 'function' ? (next as (now: T) => T)(before.now) : next;
      if (now === before.now) return before;
      const at = Date.now();
      const isOne = key !== '' && before.last?.key === key && at - before.last.at < TOGETHER_MS;
      const past = isOne ? before.past : [...before.past, before.now].slice(-MOST);
      return { past, now, future: [], last: { key, at } };
    });
  }, []);
  const undo = useCallback(() => {
    setState(({ past, now, future, last }) => {
      const previous = past.at(-1);
      if (previous === undefined) return { past, now, future, last };
      return { past: past.slice(0, -1), now: previous, future: [now, ...future], last: null };
    });
  }, []);
  const redo = useCallback(() => {
    setState(({ past, now, future, last }) => {
      const [next, ...rest] = future;
      if (next === undefined) return { past, now, future, last };
      return { past: [...past, now], now: next, future: rest, last: null };
    });
  }, []);
  return { now: state.now, set, undo, redo, canUndo: state.past.length > 0, canRedo: state.future.length > 0 };
}
