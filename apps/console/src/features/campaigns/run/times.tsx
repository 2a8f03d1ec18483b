'use client';

import { useWorkspace } from '@/features/workspace/queries';
import type { Campaign } from '../queries';
import { localMoment, windowSentence } from '../time-sentences';
import { timeWords as words } from '../time-words';

/** Why people who wait do not get it yet: the clocks and hours that it goes by. */
export function Times({ campaign: { local_start: local, window, ended_at } }: { campaign: Campaign }) {
  const { data: workspace } = useWorkspace();
  const quiet = workspace?.email_quiet_hours;
  if (ended_at !== null) return null;
  const sentences = [
    ...(local ? [words.localSays({ when: localMoment(local.at) })] : []),
    ...(window ? [windowSentence(window)] : []),
    ...(quiet ? [words.quietSays(quiet)] : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <div className="mb-6 grid gap-1 text-[13px] text-muted">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
