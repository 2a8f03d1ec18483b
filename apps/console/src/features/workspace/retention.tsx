'use client';

import { Snippet } from '@/components/ui/snippet';
import { useShell } from '@/features/shell/shell-context';
import { keepContentCommand } from '@/lib/commands';
import { useWorkspace } from './queries';
import { words } from './words';

/** How long content is kept, and how to change that. Hidden if it cannot be loaded. */
export function Retention() {
  const { publicUrl } = useShell();
  const { data } = useWorkspace();
  if (!data) return null;
  return (
    <details className="mt-6 text-[13px] text-muted">
      <summary className="w-fit cursor-pointer rounded">
        {words.keptFor(data.content_days)}{' '}
        <span className="font-medium text-foreground underline underline-offset-4">{words.change}</span>
      </summary>
      <div className="mt-3">
        <Snippet label={words.changeCode} code={keepContentCommand(publicUrl)} />
      </div>
    </details>
  );
}
