'use client';

import { ApiError, UNREACHABLE } from '@dundun/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { changeCampaign, useTakeCampaign, type Campaign } from '../queries';
import { changeOf, fieldsOf, type Fields } from './fields';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict';

const AFTER_MS = 700;
const AGAIN_MS = 4_000;

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409;
const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.code === UNREACHABLE || error.status >= 500 || error.status === 429);

/** Holds the fields of a draft and saves what changes: one call at a time, each based on the answer of the last. */
export function useAutosave(campaign: Campaign) {
  const { id } = campaign;
  const take = useTakeCampaign();
  const [fields, setFields] = useState(() => fieldsOf(campaign));
  const [state, setState] = useState<SaveState>('saved');
  const [version, setVersion] = useState(campaign.updated_at);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const now = useRef(fields);
  const stored = useRef({ fields, version });
  const running = useRef<Promise<boolean> | null>(null);
  const taking = useRef(take);
  taking.current = take;

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
        const saved = await changeCampaign(id, { ...change, base_updated_at: stored.current.version });
        stored.current = { fields: { ...given, name: saved.name }, version: saved.updated_at };
        taking.current(saved);
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

  const change = useCallback((part: Partial<Fields>) => {
    now.current = { ...now.current, ...part };
    setFields(now.current);
    setState((before) => (before === 'conflict' ? before : 'waiting'));
  }, []);

  useEffect(() => {
    if (state !== 'waiting' && !(state === 'failed' && attempt > 0)) return;
    const timer = setTimeout(() => void flush(), state === 'failed' ? AGAIN_MS : AFTER_MS);
    return () => clearTimeout(timer);
  }, [fields, state, attempt, flush]);

  useEffect(() => {
    const save = () => {
      if (document.visibilityState === 'hidden' && changeOf(stored.current.fields, now.current)) void flush();
    };
    document.addEventListener('visibilitychange', save);
    return () => document.removeEventListener('visibilitychange', save);
  }, [flush]);

  // Leaving for another page of the console loses nothing.
  useEffect(
    () => () => {
      if (changeOf(stored.current.fields, now.current)) void flush();
    },
    [flush],
  );

  useEffect(() => {
    if (state === 'saved') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);

  return { fields, change, state, error, version, flush };
}

export type Autosave = ReturnType<typeof useAutosave>;
