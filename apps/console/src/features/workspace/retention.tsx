'use client';

import Link from 'next/link';
import { May } from '@/features/session/may';
import { useWorkspace } from './queries';
import { words } from './words';

/** How long content is kept, and where to change that. Hidden if it cannot be loaded. */
export function Retention() {
  const { data } = useWorkspace();
  if (!data) return null;
  return (
    <p className="mt-6 text-[13px] text-muted">
      {words.keptFor(data.content_days)}{' '}
      <May call="updateWorkspace">
        <Link href="/settings/workspace" className="font-medium text-foreground underline underline-offset-4">
          {words.change}
        </Link>
      </May>
    </p>
  );
}
