'use client';

import { answerOf } from '@dundun/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api';

const AT_ONCE = 6;
const KEEP_MS = 5_000;

/** The images of a mail as data URLs, and how many could not be loaded. */
export interface LoadedImages {
  images: Map<string, string>;
  failed: number;
}

/** Loads the remote images of a message through the service, once `wanted`. The frame that shows them needs no network for it. */
export function useRemoteImages(messageId: string, wanted: boolean) {
  return useQuery({
    queryKey: ['remote-images', messageId],
    queryFn: ({ signal }) => load(messageId, signal),
    enabled: wanted,
    staleTime: Infinity,
    gcTime: KEEP_MS,
  });
}

async function load(id: string, signal: AbortSignal): Promise<LoadedImages> {
  const { data } = await answerOf(api.GET('/v1/messages/{id}/images', { params: { path: { id } }, signal }));
  const images = new Map<string, string>();
  const waiting = [...data];
  const loadNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const image = await loadOne(next.token, signal);
      if (image) images.set(next.url, image);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loadNext));
  return { images, failed: data.length - images.size };
}

async function loadOne(token: string, signal: AbortSignal): Promise<string | null> {
  const answer = await fetch(`/api/console/remote-images?token=${encodeURIComponent(token)}`, { signal });
  return answer.ok ? dataUrl(await answer.blob()) : null;
}

const dataUrl = (blob: Blob) =>
  new Promise<string | null>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(blob);
  });
