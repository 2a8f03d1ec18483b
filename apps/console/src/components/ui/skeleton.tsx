import { cn } from '@/lib/cn';

/** A placeholder for loading content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('skeleton animate-pulse bg-line/80', className)} />;
}
