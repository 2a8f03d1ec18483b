'use client';

import { useMemo, useState } from 'react';
import { useSettled } from '@/lib/use-settled';

const TYPING_MS = 400;

/** Returns the object that somebody wrote as JSON; undefined if it is none. */
export function objectOf(json: string): Record<string, unknown> | undefined {
  if (json.trim() === '') return {};
  try {
    const read: unknown = JSON.parse(json);
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read);
    return isObject ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The person and the values that a mail is tried with; kept while the page is open. */
export function useTrial() {
  const [uid, setUid] = useState('');
  const [json, setJson] = useState('');
  const person = useSettled(uid.trim(), TYPING_MS);
  const written = useSettled(json, TYPING_MS);
  const variables = useMemo(() => objectOf(written), [written]);
  const data = useMemo(
    () => ({ ...(person && { uid: person }), ...(variables && { variables }) }),
    [person, variables],
  );
  return { uid, setUid, json, setJson, isWrong: objectOf(json) === undefined, data };
}

export type Trial = ReturnType<typeof useTrial>;
