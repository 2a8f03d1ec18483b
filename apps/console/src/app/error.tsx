'use client';

import { words } from '@/features/shell/error-words';

/**
 * Loads a new document instead of retrying: after an update, the chunks of the old one are gone. It imports nothing else,
 * because every page loads it.
 */
export default function ErrorPage() {
  return (
    <main className="grid min-h-[70dvh] place-content-center justify-items-center gap-2 p-6 text-center" role="alert">
      <h1 className="text-xl font-semibold tracking-tight">{words.title}</h1>
      <p className="max-w-sm text-sm text-balance text-muted">{words.text}</p>
      <button
        type="button"
        onClick={() => window.location.reload()}
        className="mt-4 h-8 rounded-lg border border-line bg-surface px-3 text-[13px] font-medium shadow-shade hover:bg-sunken"
      >
        {words.retry}
      </button>
    </main>
  );
}
