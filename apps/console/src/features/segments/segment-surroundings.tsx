'use client';

import Link from 'next/link';
import { Chart, ChartSkeleton } from '@/components/chart';
import { Panel } from '@/components/ui/panel';
import { SegmentAnnouncements } from './segment-announcements';
import { useSegmentOverview, type Segment } from './queries';
import { words } from './words';

/** The growth of a segment, what uses it, and whether webhooks follow it. */
export function SegmentSurroundings({ segment }: { segment: Segment }) {
  const { data } = useSegmentOverview(segment.id);
  if (!data) {
    return (
      <div className="mb-4">
        <ChartSkeleton />
      </div>
    );
  }
  const points = data.days.map(({ day, members }) => ({ at: `${day}T00:00:00.000Z`, value: members }));
  return (
    <div className="mb-4 grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      {points.length > 1 && (
        <Chart title={words.growth} series={[{ name: words.growthSeries, points }]} kind="bars" zone="UTC" />
      )}
      <div className="grid min-w-0 gap-4">
        <Panel title={words.usedIn}>
          {data.used_in.length === 0 && <p className="px-4 py-3 text-[13px] text-muted">{words.notUsed}</p>}
          <ul className="divide-y">
            {data.used_in.map(({ kind, id, name }) => (
              <li key={id} className="px-4 py-2 text-[13px]">
                <Link href={`/${kind}s/${id}`} dir="auto" className="font-medium break-words hover:underline">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
        <SegmentAnnouncements segment={segment} />
      </div>
    </div>
  );
}
