'use client';

import { useEffect } from 'react';
import { useMay } from '@/features/session/use-may';
import { useCheckDomain, type DomainDetail } from './queries';

const EVERY_MS = 30_000;

/** Checks the records of a domain that is not connected again and again while its page is in front. @returns whether it does */
export function useAutoCheck(domain: DomainDetail): boolean {
  const may = useMay('checkDomain');
  const { mutate } = useCheckDomain(domain.id);
  const isWanted = may && domain.status !== 'connected';
  useEffect(() => {
    if (!isWanted) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') mutate();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isWanted, mutate]);
  return isWanted;
}
