'use client';

import Link from 'next/link';
import { useCampaignNames, type Campaign } from '../queries';
import { words } from '../run/next-words';
import { words as campaignWords } from '../words';

/** The audience of a draft that is for recipients of another campaign. */
export function Followed({ follows: { campaign, who } }: { follows: NonNullable<Campaign['follows']> }) {
  const name = useCampaignNames([campaign])(campaign);
  const [before, after] = (words.follows[who] ?? '{name}').split('{name}');
  return (
    <div className="grid gap-1">
      <p className="text-[13px] font-medium">{campaignWords.include}</p>
      <p className="text-sm break-words">
        {before}
        <Link href={`/campaigns/${campaign}`} dir="auto" className="font-medium text-primary underline">
          {name === null ? words.other : `“${name}”`}
        </Link>
        {after}
      </p>
      <p className="text-[13px] text-muted">{words.followsHint}</p>
    </div>
  );
}
