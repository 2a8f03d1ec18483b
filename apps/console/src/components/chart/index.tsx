'use client';

import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/ui/skeleton';

/** A line or bar chart that loads when it is shown. */
export const Chart = dynamic(() => import('./chart').then(({ Chart: loaded }) => loaded), {
  ssr: false,
  loading: () => <Skeleton className="h-60 w-full rounded-xl" />,
});

export type { Series } from './scale';
