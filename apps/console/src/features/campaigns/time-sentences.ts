import { momentOf } from '@/lib/format';
import { timeWords as words } from './time-words';
import type { Campaign, CampaignCheck } from './queries';

type Zone = CampaignCheck['zones'][number];
type Window = NonNullable<Campaign['window']>;
type Start = NonNullable<Campaign['local_start']>;

/** Formats a local day and time such as 2026-11-24T09:00, whose zone is the reader's. */
export const localMoment = (at: string) => momentOf(at);

/** Says when a start by the local clock reaches people. */
export function zoneSentences(zones: readonly Zone[], { at, past }: Start): string[] {
  if (zones.length === 0) return [words.zonesNone];
  const turns = zones.flatMap((zone) => zone.at ?? []).sort();
  const late = zones.filter(({ is_past }) => is_past);
  const [first, last] = [turns[0], turns.at(-1)];
  const people = late.reduce((sum, zone) => sum + zone.people, 0);
  return [
    ...(first !== undefined && last !== undefined
      ? [
          words.zonesOf({
            n: zones.length - late.length,
            time: localMoment(at),
            first: momentOf(first),
            last: momentOf(last),
          }),
        ]
      : []),
    ...(late.length > 0 ? [words.zonesPast({ n: late.length, people, what: words.pastSays[past] })] : []),
  ];
}

/** Says when messages may leave. */
export function windowSentence({ weekdays, from, to, clock }: Window): string {
  const names = (Object.keys(words.days) as Window['weekdays']).filter((day) => weekdays.includes(day));
  const isAll = names.length === Object.keys(words.days).length;
  const days = isAll ? words.everyDay : new Intl.ListFormat('en-GB').format(names.map((day) => words.days[day]));
  return words.windowSays({ days, from, to, clock });
}
