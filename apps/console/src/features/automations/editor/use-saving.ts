'use client';

import { ApiError, UNREACHABLE } from '@dundun/client';
import type { AutomationGraph } from '@dundun/domain';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isSameGraph } from '../graph/open-graph';
import { changeAutomation, useRefreshAutomation, type Automation } from '../queries';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict';

const AFTER_MS = 700;
const AGAIN_MS = 4_000;

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409;
const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.code === UNREACHABLE || error.status >= 500 || error.status === 429);

interface Fields {
  name: string;
  graph: AutomationGraph;
}

/** Returns what differs from what is stored. A draft keeps its name while the field is empty. */
function changeOf(stored: Fields, now: Fields) {
  const name = now.name.trim();
  const change = {
    ...(name !== '' && name !== stored.name && { name }),
    ...(!isSameGraph(stored.graph, now.graph) && { graph: { ...now.graph } as Record<string, unknown> }),
  };
  return Object.keys(change).length > 0 ? change : undefined;
}

/** Saves a draft by itself: one call at a time, each based on the answer of the last. */
export function useSaving(automation: Automation, fields: Fields) {
  const { id } = automation;
  const refresh = useRefreshAutomation();
  const [state, setState] = useState<SaveState>('saved');
  const [version, setVersion] = useState(automation.updated_at);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const now = useRef(fields);
  const stored = useRef({ fields, version });
  const running = useRef<Promise<boolean> | null>(null);
  const again = useRef(refresh);
  useEffect(() => {
    now.current = fields;
    again.current = refresh;
  });

  const saveAll = useCallback(async (): Promise<boolean> => {
    for (;;) {
      const given = now.current;
      const change = changeOf(stored.current.fields, given);
      if (!change) {
        setState('saved');
        return true;
      }
      setState('saving');
      try {
        const saved = await changeAutomation(id, { ...change, base_updated_at: stored.current.version });
        stored.current = { fields: { graph: given.graph, name: saved.name }, version: saved.updated_at };
        void again.current(id);
        setVersion(saved.updated_at);
        setError(null);
        setAttempt(0);
      } catch (failure) {
        setError(failure);
        setState(isConflict(failure) ? 'conflict' : 'failed');
        if (isPassing(failure)) setAttempt((before) => before + 1);
        return false;
      }
    }
  }, [id]);

  /** Saves at once what is not saved yet. @returns whether everything is saved */
  const flush = useCallback((): Promise<boolean> => {
    running.current ??= saveAll().finally(() => (running.current = null));
    return running.current;
  }, [saveAll]);

  useEffect(() => {
    if (!changeOf(stored.current.fields, fields)) return;
    setState((before) => (before === 'conflict' ? before : 'waiting'));
  }, [fields]);

  useEffect(() => {
    if (state !== 'waiting' && !(state === 'failed' && attempt > 0)) return;
    const timer = setTimeout(() => void flush(), state === 'failed' ? AGAIN_MS : AFTER_MS);
    return () => clearTimeout(timer);
  }, [fields, state, attempt, flush]);

  // A closed tab, and another page of the console, lose nothing.
  useEffect(() => {
    const save = () => {
      if (changeOf(stored.current.fields, now.current)) void flush();
    };
    const hide = () => document.visibilityState === 'hidden' && save();
    document.addEventListener('visibilitychange', hide);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      save();
    };
  }, [flush]);

  useEffect(() => {
    if (state === 'saved') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);

  /** After a change that was made elsewhere on the page, such as publishing. */
  const rebase = useCallback((updatedAt: string) => {
    stored.current = { ...stored.current, version: updatedAt };
    setVersion(updatedAt);
  }, []);

  return { state, error, version, flush, rebase, latest: () => stored.current.version };
}

export type Saving = ReturnType<typeof useSaving>;
