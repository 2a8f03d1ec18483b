'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { whenToasterIsWanted } from '@/lib/toast';

const Toasts = dynamic(() => import('./toasts').then(({ Toasts: loaded }) => loaded), { ssr: false });

/** The place of toasts; it loads with the first one. */
export function Toaster() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => whenToasterIsWanted(() => setWanted(true)), []);
  return isWanted && <Toasts />;
}
