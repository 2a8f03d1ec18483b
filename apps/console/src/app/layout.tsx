import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { Theme } from '@/features/shell/theme';
import { words } from '@/features/shell/words';
import './globals.css';

export const metadata: Metadata = {
  title: { default: words.product, template: `%s · ${words.product}` },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en" suppressHydrationWarning>
      <body className="min-h-dvh">
        <Theme nonce={nonce}>{children}</Theme>
      </body>
    </html>
  );
}
