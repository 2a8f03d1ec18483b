'use client';

import { useRouter } from 'next/navigation';
import { toast } from '@/lib/toast';
import { useCreateCampaign } from './queries';
import { contentOf, nameOf, STARTS, type Start } from './starting-points';
import { words } from './words';

/** Campaigns that are often wanted; each creates a draft and opens it. */
export function StartCards() {
  const router = useRouter();
  const create = useCreateCampaign();
  const begin = (start: Start) =>
    void create
      .mutateAsync({ name: nameOf(start), ...contentOf(start) })
      .then(({ id }) => router.push(`/campaigns/${id}`), toast.failure);
  return (
    <ul className="grid w-full gap-2 text-left sm:grid-cols-2 lg:grid-cols-3">
      {STARTS.filter((start) => start !== 'blank').map((start) => (
        <li key={start} className="relative rounded-xl border bg-surface px-4 py-3 shadow-shade hover:bg-sunken">
          <button
            type="button"
            disabled={create.isPending}
            onClick={() => begin(start)}
            className="cursor-pointer text-sm font-semibold after:absolute after:inset-0"
          >
            {words.starts[start].name}
          </button>
          <p className="text-[13px] text-muted">{words.starts[start].text}</p>
        </li>
      ))}
    </ul>
  );
}
