'use client';

import { ApiError } from '@dundun/client';
import { useEffect, useRef, useState } from 'react';
import { isSame, type Content } from './content';
import { discardDraft, saveDraft } from './queries';

export type DraftState = 'none' | 'waiting' | 'saving' | 'saved' | 'failed' | 'conflict';

const AFTER_MS = 800;
const AGAIN_MS = 4_000;

interface Autosave {
  id: string;
  content: Content;
  /** The active version, which needs no draft. */
  active: Content;
  version: number;
  revision: number;
}

/** Saves what was written as a draft of the service, so that it survives a closed tab. */
export function useAutosave({ id, content, active, version, revision }: Autosave) {
  const known = useRef(revision);
  const stored = useRef<Content>(content);
  const [state, setState] = useState<DraftState>(revision > 0 ? 'saved' : 'none');
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (stored.current === content) return;
    setState((now) => (now === 'conflict' ? now : 'waiting'));
    const timer = setTimeout(() => void save(), attempt === 0 ? AFTER_MS : AGAIN_MS);
    return () => clearTimeout(timer);

    async function save() {
      setState('saving');
      try {
        if (isSame(content, active)) {
          if (known.current > 0) await discardDraft(id);
          known.current = 0;
          stored.current = content;
          setState('none');
        } else {
          const saved = await saveDraft(id, { content, base_version: version, revision: known.current });
          known.current = saved.revision;
          stored.current = content;
          setState('saved');
        }
        setAttempt(0);
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) return setState('conflict');
        setState('failed');
        setAttempt((before) => before + 1);
      }
    }
  }, [id, content, active, version, attempt]);

  useEffect(() => {
    if (state !== 'waiting' && state !== 'saving' && state !== 'failed') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);

  return {
    state,
    /** After a version was saved, or the draft discarded: there is none any more. */
    forget: (now: Content) => {
      known.current = 0;
      stored.current = now;
      setState('none');
    },
  };
}
