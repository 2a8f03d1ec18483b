import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { Providers } from '@/features/shell/providers';
import { Shell } from '@/features/shell/shell';
import { Unreachable } from '@/features/shell/unreachable';
import { publicUrl } from '@/lib/env';
import { loginPath } from '@/lib/return-path';
import { readSession } from '@/lib/session';

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const state = await readSession();
  if (state.kind === 'none') redirect(loginPath((await headers()).get('x-path') ?? '/'));
  if (state.kind === 'unreachable') return <Unreachable />;
  return (
    <NuqsAdapter>
      <Providers>
        <Shell session={state.session} publicUrl={publicUrl()}>
          {children}
        </Shell>
      </Providers>
    </NuqsAdapter>
  );
}
