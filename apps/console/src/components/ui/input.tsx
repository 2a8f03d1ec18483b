import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

const box =
  'w-full min-w-0 rounded-lg border border-line-strong bg-surface px-2.5 text-foreground shadow-shade transition-colors placeholder:text-muted hover:border-muted focus-visible:border-ring focus-visible:outline-offset-0 aria-invalid:border-danger';

/** 16 px on phones, which otherwise zoom in on the field. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(box, 'h-9 text-base sm:h-8 sm:text-[13px]', className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(box, 'min-h-20 resize-y py-2 text-base sm:text-[13px]', className)} {...props} />;
}

/** The native select, which works everywhere, including phones. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative block', className)}>
      <select className={cn(box, 'h-9 appearance-none pr-9 sm:h-8 text-base sm:text-[13px]')} {...props} />
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
    </span>
  );
}
