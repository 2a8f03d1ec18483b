'use client';

import type { SessionView } from '@dundun/client';
import { createContext, use } from 'react';

interface ShellFacts {
  session: SessionView;
  /** The public address of the API. */
  publicUrl: string;
}

export const ShellContext = createContext<ShellFacts | null>(null);

export function useShell(): ShellFacts {
  const facts = use(ShellContext);
  if (!facts) throw new Error('outside of the shell');
  return facts;
}
