'use client';

import { ThemeProvider } from 'next-themes';
import type { ReactNode } from 'react';

/** Sets the theme before the first paint, by a script with the nonce of the page. */
export const Theme = ({ nonce, children }: { nonce: string | undefined; children: ReactNode }) => (
  <ThemeProvider attribute="class" defaultTheme="system" disableTransitionOnChange nonce={nonce}>
    {children}
  </ThemeProvider>
);
