'use client';

import { campaignsIn, segmentSentence, type SegmentNode } from '@dundun/domain';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useCampaignNames } from '@/features/campaigns/queries';
import { useImports } from '@/features/imports/queries';
import { useLists } from '@/features/lists/queries';
import { holdDraft, takeDraft } from '@/lib/drafts';
import { toast } from '@/lib/toast';
import { asMatch, useChangeSegment, useCreateSegment, useSegments, type Segment } from '../queries';
import { words } from './words';

/** Says a tree with the names of what it names. */
export function useSentence(shown: SegmentNode | null): (tree: SegmentNode) => string {
  const campaign = useCampaignNames(shown ? campaignsIn(shown) : []);
  const { data: lists = [] } = useLists();
  const { data: others = [] } = useSegments();
  const { data: imports } = useImports({});
  return (tree) =>
    segmentSentence(tree, {
      list: (id) => lists.find((each) => each.id === id)?.title ?? null,
      segment: (id) => others.find((each) => each.id === id)?.name ?? null,
      campaign,
      import: (id) => imports?.data.find((each) => each.id === id)?.file_name ?? null,
    });
}

export type Kind = Segment['kind'];

interface Saved {
  name: string;
  labels: string[];
  kind: Kind;
  /** Null for a manual segment. */
  match: SegmentNode | null;
}

function saidOf(before: Segment | undefined, { name, kind }: Segment): string {
  if (before) return words.saved;
  return kind === 'manual' ? words.manualToast(name) : words.createdToast(name);
}

/**
 * Creates or changes a segment, and opens its page.
 * @param peopleOf the manual segment whose people a new one gets
 */
export function useSaving(segment: Segment | undefined, peopleOf: string | undefined) {
  const router = useRouter();
  const create = useCreateSegment();
  const update = useChangeSegment(segment?.id ?? '');
  return {
    isPending: create.isPending || update.isPending,
    leave: () => router.push(segment ? `/segments/${segment.id}` : '/segments'),
    run: async ({ match, ...rest }: Saved) => {
      const saved =
        segment && match
          ? await update.mutateAsync({ match })
          : await create.mutateAsync({ ...rest, people_of: peopleOf, ...(match && { match: asMatch(match) }) });
      toast.success(saidOf(segment, saved));
      router.push(`/segments/${saved.id}`);
    },
  };
}

/** Keeps what is edited when the session is lost, and brings it back after the login. */
export function useDraft(
  key: string,
  values: Record<string, unknown>,
  restore: (stored: Record<string, unknown>) => void,
) {
  const now = useRef(values);
  const back = useRef(restore);
  useEffect(() => {
    now.current = values;
  });
  useEffect(() => {
    const stored = takeDraft(key);
    if (stored) back.current(stored);
    return holdDraft(key, () => now.current);
  }, [key]);
}
