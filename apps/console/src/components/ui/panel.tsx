import { useId, type ReactNode } from 'react';

interface PanelProps {
  title: string;
  /** A button beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A section of a page with a heading of its own. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 overflow-hidden rounded-xl border bg-surface shadow-shade">
      <header className="flex min-h-11 items-center justify-between gap-4 border-b px-4 py-2">
        <h2 id={id} className="text-sm font-semibold tracking-tight">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
