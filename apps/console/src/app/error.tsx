'use client';

import { ErrorState } from '@/components/ui/error-state';

/** A new document rather than another try at this one: after an update the old one lacks its parts. */
export default function ErrorPage({ error }: { error: Error }) {
  return (
    <main className="mx-auto grid min-h-[70dvh] max-w-xl place-content-center p-6">
      <ErrorState error={error} onRetry={() => window.location.reload()} />
    </main>
  );
}
