'use client';

import { useEffect } from 'react';
import { words } from '@/features/shell/words';

/** Names the thing that a page shows in the title of its tab, once it is known. */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (name) document.title = `${name} · ${words.product}`;
  }, [name]);
}
