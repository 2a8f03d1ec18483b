'use client';

import { answerOf } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const KEY = ['workspace'] as const;

const read = (signal: AbortSignal) => answerOf(api.GET('/console/workspace', { signal }));

export type Workspace = Awaited<ReturnType<typeof read>>;
export type WorkspaceChanges = Partial<Omit<Workspace, 'id' | 'plan'>>;

export function useWorkspace() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => read(signal) });
}

export function useUpdateWorkspace() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: WorkspaceChanges) => answerOf(api.PUT('/console/workspace', { body })),
    onSuccess: (workspace) => client.setQueryData<Workspace>(KEY, workspace),
  });
}
