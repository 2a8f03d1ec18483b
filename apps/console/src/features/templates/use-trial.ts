'use client';

import { useMemo, useState } from 'react';
import { useSettled } from '@/lib/use-settled';
import { valuesOf, type Values } from './trial-values';

const TYPING_MS = 400;

/** The data for a preview. */
export interface Trial {
  variables?: Values;
  uid?: string;
}

/** The trial values as typed and after a pause in typing; they last as long as the page. */
export function useTrial() {
  const [written, setWritten] = useState<ReadonlyMap<string, string>>(new Map());
  const [uid, setUid] = useState('');
  const settled = useSettled(written, TYPING_MS);
  const person = useSettled(uid.trim(), TYPING_MS);
  const trial = useMemo<Trial>(
    () => ({ variables: valuesOf(settled), ...(person ? { uid: person } : {}) }),
    [settled, person],
  );
  return {
    trial,
    uid,
    setUid,
    textOf: (name: string) => written.get(name) ?? '',
    write: (name: string, text: string) => setWritten(new Map(written).set(name, text)),
  };
}

export type TrialState = ReturnType<typeof useTrial>;
