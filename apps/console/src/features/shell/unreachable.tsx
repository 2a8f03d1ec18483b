'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useTransition } from 'react';
import { Drum } from '@/components/drum';
import { Button } from '@/components/ui/button';
import { words as common } from '@/components/ui/words';
import { words } from './words';

const AGAIN_MS = 4_000;

/** Replaces the console while the API is unreachable. */
export function Unreachable() {
  const router = useRouter();
  const [trying, attempt] = useTransition();
  useEffect(() => {
    const timer = setInterval(() => attempt(() => router.refresh()), AGAIN_MS);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <main role="alert" className="grid min-h-dvh place-content-center justify-items-center gap-2 p-6 text-center">
      <Drum className="mb-3 size-14 opacity-80" />
      <h1 className="text-xl font-semibold tracking-tight">{words.unreachable}</h1>
      <p className="max-w-sm text-sm text-balance text-muted">{words.unreachableText}</p>
      <Button variant="outline" className="mt-4" busy={trying} onClick={() => attempt(() => router.refresh())}>
        {common.retry}
      </Button>
    </main>
  );
}
