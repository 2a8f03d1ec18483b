'use client';

import { ErrorState } from '@/components/ui/error-state';

/** Loads a new document instead of retrying: after an update, the chunks of the old one are gone. */
export default function ErrorPage({ error }: { error: Error }) {
  return (
    <main className="mx-auto grid min-h-[70dvh] max-w-xl place-content-center p-6">
      <ErrorState error={error} onRetry={() => window.location.reload()} />
    </main>
  );
}
