'use client';

import { useTheme } from 'next-themes';
import { Toaster as Base, type ToasterProps } from 'sonner';

const colours = {
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--foreground)',
  '--normal-border': 'var(--line)',
  '--border-radius': '0.75rem',
} as React.CSSProperties;

const classNames = {
  description: '!text-muted',
  actionButton: '!bg-primary !text-on-primary !h-7 !px-3',
};

/** Toasts stay for ten seconds: long enough to read one and to undo what it tells. */
export function Toaster() {
  const { theme } = useTheme();
  return (
    // Who leaves the toasts is put back to where they were before. A click must not count as having been there, or the
    // next thing that is focused would lose it again.
    <div onMouseDown={(event) => event.preventDefault()}>
      <Base
        theme={theme as ToasterProps['theme']}
        duration={10_000}
        position="bottom-right"
        closeButton
        style={colours}
        toastOptions={{ classNames }}
      />
    </div>
  );
}
