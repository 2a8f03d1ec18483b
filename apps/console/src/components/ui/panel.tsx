import { useId, type ReactNode } from 'react';

/** A section of a page with a heading of its own. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 overflow-hidden rounded-xl border bg-surface shadow-shade">
      <h2 id={id} className="border-b px-5 py-3 text-sm font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}
