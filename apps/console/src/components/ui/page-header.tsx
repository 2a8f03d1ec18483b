import type { ReactNode } from 'react';
import { PageStaleNote } from './stale-note';

interface PageHeaderProps {
  title: ReactNode;
  text?: ReactNode;
  above?: ReactNode;
  children?: ReactNode;
}

/** The head of a page, which also says if something below it is stale. */
export function PageHeader({ title, text, above, children }: PageHeaderProps) {
  return (
    <header className="mb-5">
      {above}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-2xl">
          <h1 className="text-xl leading-7 font-semibold tracking-tight break-words">{title}</h1>
          {text && <div className="mt-0.5 text-[13px] break-words text-muted">{text}</div>}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <PageStaleNote />
          {children}
        </div>
      </div>
    </header>
  );
}
