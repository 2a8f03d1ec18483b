import { cn } from '@/lib/cn';

/** The talking drum: two skins, the waist between them, and the cords that a player squeezes to change the pitch. */
export function Drum({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" fill="none">
      <path
        d="M5.5 6.6c0 5.6 6.3 5.9 6.3 9.4s-6.3 3.8-6.3 9.4C5.5 27.4 10.2 29 16 29s10.5-1.6 10.5-3.6c0-5.6-6.3-5.9-6.3-9.4s6.3-3.8 6.3-9.4Z"
        className="fill-primary"
      />
      <path
        d="M10 8.8c.6 4 3.7 4.9 3.7 7.2s-3.1 3.2-3.7 12M16 9.5V29M22 8.8c-.6 4-3.7 4.9-3.7 7.2s3.1 3.2 3.7 12"
        className="stroke-background"
        strokeWidth="1"
      />
      <ellipse cx="16" cy="6.6" rx="10.5" ry="3.6" className="fill-ochre" />
      <ellipse cx="16" cy="6.6" rx="7.2" ry="2.1" className="fill-background/45" />
    </svg>
  );
}

export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2', className)}>
      <Drum className="size-7" />
      <span className="text-lg font-bold tracking-[-0.03em]">dundun</span>
    </span>
  );
}
