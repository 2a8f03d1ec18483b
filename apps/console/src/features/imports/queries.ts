'use client';

import { answerOf, type ImportSettingsBody, type ImportView } from '@dundun/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';

const PER_PAGE = 20;
const LIVE_MS = 1_000;
const CALM_MS = 15_000;

const keys = { all: ['imports'] as const, one: (id: string) => ['import', id] as const };
const isLive = (state: ImportView['state'] | undefined) => state === 'checking' || state === 'importing';

export type Settings = ImportSettingsBody;

export function useImports(cursors: { next_cursor?: string; previous_cursor?: string }) {
  return useQuery({
    queryKey: [...keys.all, cursors],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/console/imports', { params: { query: { ...cursors, limit: PER_PAGE } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: CALM_MS,
  });
}

/** Once a second while a job works on it. */
export function useImport(id: string) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => answerOf(api.GET('/console/imports/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (isLive(state.data?.state) ? LIVE_MS : CALM_MS),
  });
}

export function usePreview(id: string, body: Settings | null) {
  return useQuery({
    queryKey: [...keys.one(id), 'preview', body],
    queryFn: ({ signal }) =>
      answerOf(api.POST('/console/imports/{id}/preview', { params: { path: { id } }, body: body as Settings, signal })),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function useProblems(id: string, state: ImportView['state'], after: number) {
  return useQuery({
    queryKey: [...keys.one(id), 'problems', state, after],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/console/imports/{id}/problems', { params: { path: { id }, query: after ? { after } : {} }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}

const readAutomations = (lists: string[], signal: AbortSignal) =>
  answerOf(api.GET('/console/import-automations', { params: { query: lists.length > 0 ? { lists } : {} }, signal }));

export type ImportAutomation = Awaited<ReturnType<typeof readAutomations>>['data'][number];

/** What the import would do with the live automations. */
export function useImportAutomations(lists: string[]) {
  return useQuery({
    queryKey: [...keys.all, 'automations', lists],
    queryFn: async ({ signal }) => (await readAutomations(lists, signal)).data,
    refetchInterval: CALM_MS,
  });
}

/** Shows the answer of a step at once. */
function useTake() {
  const client = useQueryClient();
  return (view: ImportView) => {
    client.setQueryData(keys.one(view.id), view);
    void client.invalidateQueries({ queryKey: keys.all });
  };
}

const at = (id: string) => ({ params: { path: { id } } });

export function useReadFile(id: string) {
  const onSuccess = useTake();
  return useMutation({
    mutationFn: (body: { encoding?: string; separator?: ',' | ';' | '\t' | '|'; has_header?: boolean }) =>
      answerOf(api.POST('/console/imports/{id}/read', { ...at(id), body })),
    onSuccess,
  });
}

export function useCheck(id: string) {
  const onSuccess = useTake();
  return useMutation({
    mutationFn: (body: Settings) => answerOf(api.POST('/console/imports/{id}/check', { ...at(id), body })),
    onSuccess,
  });
}

export function useRun(id: string) {
  const onSuccess = useTake();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/console/imports/{id}/run', at(id))),
    onSuccess,
  });
}

export function useCancel(id: string) {
  const onSuccess = useTake();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/console/imports/{id}/cancel', at(id))),
    onSuccess,
  });
}

export function useRetry(id: string) {
  const onSuccess = useTake();
  return useMutation({
    mutationFn: () => answerOf(api.POST('/console/imports/{id}/retry', at(id))),
    onSuccess,
  });
}

const PIECE_BYTES = 2 * 1024 * 1024;
const AT_ONCE = 3;
const TRIES = 4;

/** Uploads a file in pieces, each again if it fails. @param onProgress learns the share that is there */
export async function upload(file: File, onProgress: (share: number) => void): Promise<ImportView> {
  const { id } = await answerOf(
    api.POST('/console/imports', { body: { file_name: file.name.slice(0, 255), bytes: file.size } }),
  );
  const pieces = Array.from({ length: Math.ceil(file.size / PIECE_BYTES) }, (_, index) => index);
  const next = pieces.values();
  let done = 0;
  const send = async () => {
    for (const index of next) {
      await sendPiece(id, index, file.slice(index * PIECE_BYTES, (index + 1) * PIECE_BYTES));
      onProgress(++done / pieces.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  return answerOf(api.POST('/console/imports/{id}/read', { ...at(id), body: {} }));
}

async function sendPiece(id: string, index: number, bytes: Blob): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const params = { path: { id, index: String(index) } };
      const headers = { 'Content-Type': 'application/octet-stream' };
      const body = { body: bytes as never, bodySerializer: (given: unknown) => given as Blob };
      await answerOf(api.PUT('/console/imports/{id}/pieces/{index}', { params, headers, ...body } as never));
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, tries * 1_000));
    }
  }
}
