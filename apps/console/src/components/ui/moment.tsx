'use client';

import { ago, dateOf, fullMoment } from '@/lib/format';
import { useNow } from '@/lib/use-now';

/** A relative time, with the exact time and time zone on hover. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={fullMoment(at)} className="whitespace-nowrap tabular-nums">
      {ago(at, now)}
    </time>
  );
}

export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullMoment(at)} className="whitespace-nowrap tabular-nums">
      {dateOf(at)}
    </time>
  );
}
