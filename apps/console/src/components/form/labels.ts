'use client';

import { createContext, use, useEffect } from 'react';

/** The labels of a form's fields by name, for the errors of the API. */
export const LabelsContext = createContext<Map<string, string> | null>(null);

export function useLabel(name: string, label: string): void {
  const labels = use(LabelsContext);
  useEffect(() => {
    labels?.set(name, label);
    return () => void labels?.delete(name);
  }, [labels, name, label]);
}
