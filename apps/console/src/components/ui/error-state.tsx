import { RotateCw, Unplug } from 'lucide-react';
import { sayError } from '@/lib/say-error';
import { Button } from './button';
import { words } from './words';

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
}

/** Shows an error in place of the content. */
export function ErrorState({ error, onRetry, retrying }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-1.5 rounded-xl border bg-surface px-6 py-12 text-center">
      <span className="mb-2 grid size-12 place-items-center rounded-xl bg-danger-tint text-danger">
        <Unplug className="size-6" aria-hidden="true" />
      </span>
      <h2 className="font-semibold tracking-tight">{words.somethingWrong}</h2>
      <p className="max-w-md text-sm text-balance text-muted">{sayError(error)}</p>
      <Button variant="outline" className="mt-4" busy={retrying} onClick={onRetry}>
        {!retrying && <RotateCw />} {words.retry}
      </Button>
    </div>
  );
}
