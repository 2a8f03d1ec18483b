'use client';

import { Chart } from '@/components/chart';
import { useGrowth } from '@/features/lists/queries';
import { words } from '@/features/lists/words';

/** The new people of a list, day by day; nothing for a list that nobody joined lately. */
export function Growth({ list }: { list: string }) {
  const { data } = useGrowth(list);
  if (!data || data.data.every(({ joined }) => joined === 0)) return null;
  const points = data.data.map(({ day, joined }) => ({ at: `${day}T00:00:00.000Z`, value: joined }));
  return (
    <div className="mb-5">
      <Chart title={words.growth} series={[{ name: words.growthSeries, points }]} kind="bars" zone="UTC" />
    </div>
  );
}
