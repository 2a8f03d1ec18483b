'use client';

import { useTheme } from 'next-themes';
import { useEffect } from 'react';
import * as sonner from 'sonner';
import { toasterIsReady } from '@/lib/toast';

const colours = {
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--foreground)',
  '--normal-border': 'var(--line)',
  '--border-radius': '0.75rem',
  fontFamily: 'inherit',
} as React.CSSProperties;

const classNames = {
  description: '!text-muted',
  actionButton: '!bg-primary !text-on-primary !h-7 !px-3',
};

/** Toasts stay for ten seconds: long enough to read one and to undo its action. */
export function Toasts() {
  const { theme } = useTheme();
  useEffect(() => toasterIsReady(sonner), []);
  return (
    // On leaving the toasts, the focus returns to the element it came from. A click must not count as a visit, or the
    // element focused next would lose the focus again.
    <div onMouseDown={(event) => event.preventDefault()}>
      <sonner.Toaster
        theme={theme as sonner.ToasterProps['theme']}
        duration={10_000}
        position="bottom-right"
        closeButton
        style={colours}
        toastOptions={{ classNames }}
      />
    </div>
  );
}
