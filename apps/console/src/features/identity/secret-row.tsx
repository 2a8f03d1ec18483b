import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { FormError } from '@/components/ui/form-error';
import { fullMoment } from '@/lib/format';
import type { Identity } from './queries';
import { words } from './words';

/** The secret, hidden until asked for. */
export function SecretRow({ identity: { secret, previous_until: until } }: { identity: Identity }) {
  const [isShown, setShown] = useState(false);
  if (secret === null) return <FormError text={words.cannotOpen} />;
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-medium">{words.secret}</p>
      <div className="flex min-w-0 items-center gap-1">
        <code className="min-w-0 flex-1 rounded-lg border bg-sunken px-3 py-2 font-mono text-xs break-all">
          {isShown ? secret : words.hidden}
        </code>
        <Button variant="ghost" onClick={() => setShown(!isShown)} aria-pressed={isShown}>
          {isShown ? words.hide : words.show}
        </Button>
        <CopyButton text={secret} label={words.copySecret} />
      </div>
      {until !== null && (
        <p className="text-[13px] text-muted">
          {words.previous} <time dateTime={until}>{fullMoment(until)}</time>.
        </p>
      )}
    </div>
  );
}
