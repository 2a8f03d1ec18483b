'use client';

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCursors } from '@/lib/use-cursors';
import type { AuditFilter } from './queries';

export const ACTORS = ['member', 'key', 'system'] as const;

const parsers = {
  actor: parseAsStringLiteral(ACTORS),
  by: parseAsString,
  thing: parseAsString,
  of: parseAsString,
};

/** What is looked for, in the URL; each choice adds to the history, so that Back undoes it. */
export function useAuditFilters() {
  const cursors = useCursors();
  const [{ actor, by, thing, of }, set] = useQueryStates(parsers, { history: 'push' });
  const choose = (next: Parameters<typeof set>[0]) => {
    cursors.reset();
    void set(next);
  };
  const query: AuditFilter = {
    ...(actor && { actor }),
    ...(by && { actor_id: by }),
    ...(thing && { thing }),
    ...(of && { thing_id: of }),
    ...cursors.query,
  };
  return {
    query,
    cursors,
    actor: actor ?? '',
    thing: thing ?? '',
    isActive: Boolean(actor || by || thing || of),
    isOne: Boolean(by || of),
    setActor: (next: string) => choose({ actor: ACTORS.find((each) => each === next) ?? null, by: null }),
    setThing: (next: string) => choose({ thing: next || null, of: null }),
    only: (part: { by: string } | { of: string; thing: string }) => choose(part),
    clear: () => choose({ actor: null, by: null, thing: null, of: null }),
  };
}

export type AuditFilters = ReturnType<typeof useAuditFilters>;
