'use client';

import { answerOf } from '@dundun/client';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';
import type { Parts } from './content';

const IMAGES = 24;

export interface TrialBody extends Partial<Parts> {
  variables?: Record<string, unknown>;
  uid?: string;
  language?: string;
}

const path = (id: string) => ({ path: { id } });

const readDraft = (id: string, signal?: AbortSignal) =>
  answerOf(api.GET('/console/templates/{id}/draft', { params: path(id), signal }));
export type Draft = NonNullable<Awaited<ReturnType<typeof readDraft>>['draft']>;

export const saveDraft = (id: string, body: { content: object; base_version: number; revision: number }) =>
  answerOf(api.PUT('/console/templates/{id}/draft', { params: path(id), body: body as never }));

export const discardDraft = (id: string) => answerOf(api.DELETE('/console/templates/{id}/draft', { params: path(id) }));

export function useDraft(id: string) {
  return useQuery({
    queryKey: ['template', id, 'draft'],
    queryFn: ({ signal }) => readDraft(id, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useEditorPreview(id: string, body: TrialBody) {
  return useQuery({
    queryKey: ['template', id, 'editor', 'preview', body],
    queryFn: ({ signal }) =>
      answerOf(api.POST('/console/templates/{id}/preview', { params: path(id), body: body as never, signal })),
    placeholderData: keepPreviousData,
    gcTime: 5_000,
    retry: false,
  });
}

export function usePreflight(id: string, body: TrialBody) {
  return useQuery({
    queryKey: ['template', id, 'editor', 'preflight', body],
    queryFn: ({ signal }) =>
      answerOf(api.POST('/console/templates/{id}/preflight', { params: path(id), body: body as never, signal })),
    placeholderData: keepPreviousData,
    gcTime: 5_000,
    retry: false,
  });
}

export function useSaveVersion(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: object) =>
      answerOf(api.PUT('/console/templates/{id}', { params: path(id), body: body as never })),
    onSuccess: (template) => client.setQueryData(['template', id], template),
    onSettled: () => void client.invalidateQueries({ queryKey: ['templates'] }),
  });
}

export function useSendTest(id: string) {
  return useMutation({
    mutationFn: (body: TrialBody & { to: string; from?: { name: string; email: string } }) =>
      answerOf(api.POST('/console/templates/{id}/test', { params: path(id), body: body as never })),
  });
}

export function useSavedBlocks() {
  return useQuery({
    queryKey: ['template-blocks'],
    queryFn: ({ signal }) => answerOf(api.GET('/console/template-blocks', { signal })),
  });
}

export function useSaveBlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; block: object }) =>
      answerOf(api.POST('/console/template-blocks', { body: body as never })),
    onSettled: () => void client.invalidateQueries({ queryKey: ['template-blocks'] }),
  });
}

export function useDeleteBlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.DELETE('/console/template-blocks/{id}', { params: path(id) })),
    onSettled: () => void client.invalidateQueries({ queryKey: ['template-blocks'] }),
  });
}

const readImages = (q: string, next_cursor: string | undefined, signal: AbortSignal) =>
  answerOf(
    api.GET('/console/template-images', {
      params: { query: { limit: IMAGES, ...(q && { q }), ...(next_cursor && { next_cursor }) } },
      signal,
    }),
  );
export type StoredImage = Awaited<ReturnType<typeof readImages>>['data'][number];

export function useImages(search: string) {
  return useInfiniteQuery({
    queryKey: ['images', search],
    queryFn: ({ pageParam, signal }) => readImages(search, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export function useUpload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) =>
      answerOf(
        api.POST('/console/template-images', {
          params: { query: { name: file.name.slice(0, 200) } },
          body: file as never,
          bodySerializer: (body: unknown) => body as BodyInit,
          headers: { 'Content-Type': file.type || 'application/octet-stream' },
        } as never),
      ) as Promise<StoredImage>,
    onSettled: () => void client.invalidateQueries({ queryKey: ['images'] }),
  });
}

export function useDeleteImage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.DELETE('/console/template-images/{id}', { params: path(id) })),
    onSettled: () => void client.invalidateQueries({ queryKey: ['images'] }),
  });
}
