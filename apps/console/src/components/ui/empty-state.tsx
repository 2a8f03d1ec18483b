import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  text: string;
  children?: ReactNode;
}

/** Says that there is nothing here yet, and what to do about it. */
export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1.5 rounded-xl border border-dashed border-line-strong/50 bg-surface/50 px-4 py-12 text-center sm:px-8">
      <span className="mb-2 grid size-12 place-items-center rounded-xl bg-tint text-on-tint">
        <Icon className="size-6" aria-hidden="true" />
      </span>
      <h2 className="font-semibold tracking-tight">{title}</h2>
      <p className="max-w-md text-sm text-balance text-muted">{text}</p>
      {children && <div className="mt-4 grid w-full max-w-2xl justify-items-center gap-4">{children}</div>}
    </div>
  );
}
