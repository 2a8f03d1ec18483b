import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  text?: ReactNode;
  above?: ReactNode;
  children?: ReactNode;
}

export function PageHeader({ title, text, above, children }: PageHeaderProps) {
  return (
    <header className="mb-6">
      {above}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 max-w-2xl">
          <h1 className="text-[22px] leading-8 font-semibold tracking-tight break-words">{title}</h1>
          {text && <div className="mt-0.5 text-sm break-words text-muted">{text}</div>}
        </div>
        {children && <div className="flex flex-wrap gap-2">{children}</div>}
      </div>
    </header>
  );
}
