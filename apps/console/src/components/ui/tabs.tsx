'use client';

import { Tabs as Base } from 'radix-ui';
import { useState, type ReactNode } from 'react';

interface Tab {
  value: string;
  label: string;
  content: ReactNode;
  /** Shown on the right of the tab list while this tab is open. */
  aside?: ReactNode;
}

export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const [open, setOpen] = useState(tabs[0]?.value);
  return (
    <Base.Root value={open} onValueChange={setOpen} className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-b px-4 sm:px-6">
        <Base.List aria-label={label} className="flex gap-5">
          {tabs.map(({ value, label: text }) => (
            <Base.Trigger
              key={value}
              value={value}
              className="-mb-px border-b-2 border-transparent py-2.5 text-sm font-medium text-muted transition-colors hover:text-foreground data-[state=active]:border-primary data-[state=active]:text-foreground"
            >
              {text}
            </Base.Trigger>
          ))}
        </Base.List>
        {tabs.find(({ value }) => value === open)?.aside}
      </div>
      {tabs.map(({ value, content }) => (
        <Base.Content key={value} value={value} className="min-h-0 flex-1 focus-visible:-outline-offset-2">
          {content}
        </Base.Content>
      ))}
    </Base.Root>
  );
}
