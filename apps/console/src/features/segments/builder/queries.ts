'use client';

import { answerOf } from '@dundun/client';
import { stableText, type SegmentNode } from '@dundun/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '@/lib/api';
import { useSettled } from '@/lib/use-settled';
import { asMatch } from '../queries';

const EDITING_MS = 350;
const TYPING_MS = 150;
const KEPT_MS = 60_000;
const AGAIN_MS = 30_000;
const AFTER_ERROR_MS = 5_000;

const preview = (tree: SegmentNode, signal: AbortSignal) =>
  answerOf(api.POST('/v1/segments/preview', { body: { match: asMatch(tree) }, signal }));

type Preview = Awaited<ReturnType<typeof preview>>;
export type Example = Preview['examples'][number];

/** Counts who matches a tree while it is edited: a sample first. */
export function usePreview(tree: SegmentNode | null) {
  const text = useSettled(tree ? stableText(tree) : '', EDITING_MS);
  return useQuery({
    queryKey: ['segment-preview', text],
    queryFn: ({ signal }) => preview(JSON.parse(text) as SegmentNode, signal),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'error' ? AFTER_ERROR_MS : AGAIN_MS),
  });
}

/** How far the exact count is. */
export interface ExactCount {
  people: number;
  email: number;
  sms: number;
  counted: number;
  isDone: boolean;
}

/** Counts everybody step by step, in the background; a changed tree ends the count. */
export function useExactCount(tree: SegmentNode | null, isWanted: boolean): ExactCount | null {
  const text = tree && isWanted ? stableText(tree) : '';
  const [known, setKnown] = useState<{ text: string; count: ExactCount } | null>(null);
  useEffect(() => {
    if (text === '') return;
    const stop = new AbortController();
    const match = asMatch(JSON.parse(text) as SegmentNode);
    const sum: ExactCount = { people: 0, email: 0, sms: 0, counted: 0, isDone: false };
    const run = async () => {
      let after: string | undefined;
      do {
        const body = { match, ...(after && { after }) };
        const step = await answerOf(api.POST('/v1/segments/count', { body, signal: stop.signal }));
        sum.people += step.people;
        sum.email += step.email;
        sum.sms += step.sms;
        sum.counted += step.counted;
        sum.isDone = step.next_after === null;
        after = step.next_after ?? undefined;
        if (!stop.signal.aborted) setKnown({ text, count: { ...sum } });
      } while (!sum.isDone && !stop.signal.aborted);
    };
    // The estimate stays where the count cannot be finished.
    run().catch(() => undefined);
    return () => stop.abort();
  }, [text]);
  return known?.text === text ? known.count : null;
}

/** What a condition could name. */
export interface SuggestionQuery {
  what: 'attributes' | 'values' | 'events' | 'properties' | 'property_values';
  name?: string;
  event?: string;
}

/** Completes names and values with what people and events have. */
export function useSuggestions(query: SuggestionQuery | null, search: string) {
  const wanted = useSettled(search.trim(), TYPING_MS);
  return useQuery({
    queryKey: ['segment-suggestions', query, wanted],
    queryFn: ({ signal }) => {
      const params = { query: { ...(query as SuggestionQuery), ...(wanted && { search: wanted.slice(0, 255) }) } };
      return answerOf(api.GET('/console/segment-suggestions', { params, signal }));
    },
    enabled: query !== null,
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
  });
}

/** Compares the members of a segment with a new tree. */
export function useDiff(id: string, tree: SegmentNode) {
  return useQuery({
    queryKey: ['segment-diff', id, stableText(tree)],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST('/v1/segments/{id}/diff', { params: { path: { id } }, body: { match: asMatch(tree) }, signal }),
      ),
    staleTime: 0,
  });
}
