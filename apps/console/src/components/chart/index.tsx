'use client';

import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/ui/skeleton';

/** The space of a chart while its code or its numbers load, so that nothing below it moves. */
export const ChartSkeleton = () => <Skeleton className="h-[277px] w-full rounded-xl" />;

/** A line or bar chart that loads when it is shown. */
export const Chart = dynamic(() => import('./chart').then(({ Chart: loaded }) => loaded), {
  ssr: false,
  loading: ChartSkeleton,
});

export type { Series } from './scale';
