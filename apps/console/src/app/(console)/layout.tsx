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
  const path = (await headers()).get('x-path') ?? '/';
  if (state.kind === 'none') redirect(loginPath(path));
  if (state.kind === 'unreachable') return <Unreachable />;
  if (state.session.two_factor_required && path !== '/account') redirect('/account');
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
