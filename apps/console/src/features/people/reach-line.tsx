'use client';

import { Ago } from '@/components/ui/moment';
import { Meaning } from '@/components/ui/number-tile';
import { count } from '@/lib/format';
import { usePeopleReach } from './queries';
import { words } from './words';

/** How many people there are, and how many can be reached; the time of the count, because a long one is not made at each look. */
export function ReachLine() {
  const { data } = usePeopleReach();
  if (!data) return words.text;
  const { people, email, sms, counted_at: at } = data;
  if (people === null || email === null || sms === null || at === null)
    return <span className="block">{words.counting}</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 tabular-nums">
      <span className="text-foreground">{words.peopleCount({ n: people })}</span> ·{' '}
      <span>{words.canGetEmail({ n: count(email) })}</span> · <span>{words.canGetSms({ n: count(sms) })}</span>
      <Meaning label={words.reach} text={words.reachMeaning} />
      <span className="text-xs">
        {words.counted} <Ago at={at} />
      </span>
    </span>
  );
}
