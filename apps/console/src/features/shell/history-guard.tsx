'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** How long the router has for a page of the history, in milliseconds. */
const PATIENCE = 4000;

/**
 * Loads the page of the address where the router does not show it after Back or Forward. Next keeps a page whose request was cut short by another
 * navigation, and waits for it forever when Back restores it.
 */
export function HistoryGuard() {
  const shown = useRef('');
  const pathname = usePathname();
  const search = useSearchParams().toString();
  useEffect(() => {
    shown.current = `${pathname}?${search}`;
  }, [pathname, search]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onPopState = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const wanted = new URLSearchParams(window.location.search).toString();
        if (shown.current !== `${window.location.pathname}?${wanted}`) window.location.reload();
      }, PATIENCE);
    };
    window.addEventListener('popstate', onPopState);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('popstate', onPopState);
    };
  }, []);
  return null;
}
