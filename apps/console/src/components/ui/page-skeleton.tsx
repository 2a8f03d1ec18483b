import { Skeleton } from './skeleton';

/** A detail page while its data is loading. */
export const PageSkeleton = () => (
  // A column of its content's width would be as wide as the widest line, whatever the window.
  <div className="grid grid-cols-1 gap-3" aria-busy="true">
    <Skeleton className="w-24" />
    <Skeleton className="h-7 w-64 max-w-full" />
    <Skeleton className="w-96 max-w-full" />
    <Skeleton className="mt-4 h-56 w-full rounded-xl" />
  </div>
);
