'use client';

import type { ListView } from '@dundun/client';
import { Chart, ChartSkeleton } from '@/components/chart';
import { useGrowth } from '@/features/lists/queries';
import { words } from '@/features/lists/words';

/** The new people of a list, day by day; nothing for a list without members. */
export function Growth({ list }: { list: ListView }) {
  const { data } = useGrowth(list.id);
  if (list.subscriber_count === 0) return null;
  const points = data?.data.map(({ day, joined }) => ({ at: `${day}T00:00:00.000Z`, value: joined }));
  return (
    <div className="mb-5">
      {points ? (
        <Chart title={words.growth} series={[{ name: words.growthSeries, points }]} kind="bars" zone="UTC" />
      ) : (
        <ChartSkeleton />
      )}
    </div>
  );
}
