'use client';

import { answerOf } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const KEY = ['workspace'] as const;
/** Tells the other tabs that the session is in another workspace. */
export const WORKSPACE_CHANNEL = 'dundun.workspace';

const read = (signal: AbortSignal) => answerOf(api.GET('/console/workspace', { signal }));

export type Workspace = Awaited<ReturnType<typeof read>>;
export type WorkspaceChanges = Partial<Omit<Workspace, 'id' | 'plan' | 'logo_url' | 'messages_days' | 'deletes_at'>>;

export function useWorkspace() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => read(signal) });
}

/** Logs in to another workspace with a fresh document, here and in the other tabs of the browser. */
export function useSwitchWorkspace() {
  return useMutation({
    mutationFn: (id: string) => answerOf(api.POST('/console/session/workspace', { body: { workspace: Number(id) } })),
    onSuccess: () => {
      new BroadcastChannel(WORKSPACE_CHANNEL).postMessage('changed');
      window.location.assign('/');
    },
  });
}

export const useCreateWorkspace = () =>
  useMutation({ mutationFn: (body: { name: string }) => answerOf(api.POST('/console/workspaces', { body })) });

export const useLeaveWorkspace = () =>
  useMutation({
    mutationFn: (id: string) => answerOf(api.POST('/console/me/leave', { body: { workspace: Number(id) } })),
    onSuccess: () => window.location.assign('/login'),
  });

export const useSignOutAll = () =>
  useMutation({ mutationFn: () => answerOf(api.DELETE('/console/workspace/sessions')) });

/** Uploads a picture, or removes the logo with null. */
export function useLogo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File | null) =>
      answerOf(
        file
          ? api.PUT('/console/workspace/logo', { body: file as never, bodySerializer: (body: unknown) => body as File })
          : api.DELETE('/console/workspace/logo'),
      ),
    onSuccess: (workspace) => client.setQueryData<Workspace>(KEY, workspace),
  });
}

export function useUpdateWorkspace() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: WorkspaceChanges) => answerOf(api.PUT('/console/workspace', { body })),
    onSuccess: (workspace) => client.setQueryData<Workspace>(KEY, workspace),
  });
}

/** Schedules the deletion of the workspace by its typed name, or takes it back with null. */
export function useDeletion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string | null) =>
      answerOf(
        name === null
          ? api.DELETE('/console/workspace/deletion')
          : api.POST('/console/workspace/deletion', { body: { name } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
