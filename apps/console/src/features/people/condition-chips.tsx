import { campaignsIn, readSegmentTree, segmentSentence, type SegmentNode } from '@dundun/domain';
import { X } from 'lucide-react';
import { useCampaignNames } from '@/features/campaigns/queries';
import { useImports } from '@/features/imports/queries';
import { useLists } from '@/features/lists/queries';
import { useSegments } from '@/features/segments/queries';
import type { Conditions } from './conditions';
import { words } from './words';

interface ConditionChipsProps {
  conditions: Conditions;
  onEdit: (index: number) => void;
  onRemove: (index: number) => void;
}

const SENTENCE = /^People (.*)\.$/s;

/** The conditions of the filter, each to be changed or removed. */
export function ConditionChips({ conditions, onEdit, onRemove }: ConditionChipsProps) {
  const says = useWords(conditions);
  return (
    <ul aria-label={words.conditions} className="contents">
      {conditions.map((condition, index) => {
        const text = says(condition);
        return (
          <li
            // The place is all that tells two equal conditions apart.
            key={index}
            className="flex h-8 max-w-full min-w-0 items-center rounded-lg border bg-tint pl-1 text-[13px] text-on-tint"
          >
            <button
              type="button"
              dir="auto"
              title={words.changeCondition({ text })}
              onClick={() => onEdit(index)}
              className="h-full min-w-0 truncate rounded px-1.5 hover:underline"
            >
              {text}
            </button>
            <button
              type="button"
              aria-label={words.removeCondition({ text })}
              onClick={() => onRemove(index)}
              className="grid size-7 shrink-0 place-items-center rounded-lg hover:bg-surface"
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** An address may hold anything. */
function campaignsOf(condition: SegmentNode): string[] {
  try {
    return campaignsIn(readSegmentTree(condition));
  } catch {
    return [];
  }
}

/** Says a condition with the names of what it names; one that cannot be said is shown as it is. */
function useWords(conditions: Conditions): (condition: SegmentNode) => string {
  const campaign = useCampaignNames(conditions.flatMap(campaignsOf));
  const { data: lists = [] } = useLists();
  const { data: segments = [] } = useSegments();
  const { data: imports } = useImports({});
  return (condition) => {
    try {
      const sentence = segmentSentence(condition, {
        list: (id) => lists.find((each) => each.id === id)?.title ?? null,
        segment: (id) => segments.find((each) => each.id === id)?.name ?? null,
        campaign,
        import: (id) => imports?.data.find((each) => each.id === id)?.file_name ?? null,
      });
      return SENTENCE.exec(sentence)?.[1] ?? sentence;
    } catch {
      return JSON.stringify(condition);
    }
  };
}
