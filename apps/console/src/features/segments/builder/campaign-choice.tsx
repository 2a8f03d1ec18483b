import { useState } from 'react';
import { SuggestBox, type Suggestion } from '@/components/ui/suggest-box';
import { useCampaign, useCampaigns } from '@/features/campaigns/queries';
import { dateOf } from '@/lib/format';
import { useSettled } from '@/lib/use-settled';
import { words } from './words';

const TYPING_MS = 150;
const LONGEST_SEARCH = 100;

interface Named extends Suggestion {
  id: string;
}

/** A choice of a campaign that was started, found by its name. Two campaigns may have one name: the day tells them apart. */
export function CampaignChoice({
  value,
  invalid,
  onChange,
}: {
  value: string;
  invalid: boolean;
  onChange: (id: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const q = useSettled(typed?.trim() ?? '', TYPING_MS).slice(0, LONGEST_SEARCH);
  const { data } = useCampaigns(q === '' ? {} : { q });
  const chosen = useCampaign(value);
  const suggestions = (data?.data ?? [])
    .filter(({ state }) => state !== 'draft')
    .map(({ id, name, created_at }): Named => ({ id, value: name, note: dateOf(created_at) }));
  const gone = value !== '' && chosen.isError ? words.deletedCampaign : '';
  return (
    <SuggestBox<Named>
      label={words.campaign}
      placeholder={words.chooseCampaign}
      value={typed ?? chosen.data?.name ?? gone}
      suggestions={suggestions}
      none={words.noCampaign}
      invalid={invalid}
      maxLength={LONGEST_SEARCH}
      onChange={(text) => {
        setTyped(text);
        onChange('');
      }}
      onChoose={(text, suggestion) => {
        const named = suggestion ?? suggestions.find((each) => each.value.toLowerCase() === text.trim().toLowerCase());
        if (!named) return;
        setTyped(named.value);
        onChange(named.id);
      }}
      className="w-full sm:w-56"
    />
  );
}
