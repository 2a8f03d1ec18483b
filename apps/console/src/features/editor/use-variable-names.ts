'use client';

import { answerOf } from '@dundun/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '@/lib/api';
import { words } from './words';

/** The variables that templates can use: fields of a person, their attributes, and the consent links. */
export function useVariableNames(): { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: ['attributes'],
    queryFn: ({ signal }) => answerOf(api.GET('/v1/data/attributes', { signal })),
    staleTime: 60_000,
  });
  return useMemo(() => {
    const known = Object.entries(words.known).map(([value, label]) => ({ value, label }));
    const own = (Array.isArray(data) ? data : ((data as { data?: { name: string }[] } | undefined)?.data ?? [])) as {
      name: string;
    }[];
    return [...known, ...own.map(({ name }) => ({ value: name, label: name }))];
  }, [data]);
}
