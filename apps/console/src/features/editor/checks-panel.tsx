'use client';

import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form-error';
import { sayError } from '@/lib/say-error';
import { usePreflight, type TrialBody } from './queries';
import { words } from './words';

interface ChecksPanelProps {
  id: string;
  body: TrialBody;
  /** Shows a block; absent without blocks. */
  onShow?: (block: string) => void;
}

/** What to mend before the mail is sent, each with its place. */
export function ChecksPanel({ id, body, onShow }: ChecksPanelProps) {
  const { data, error, isPlaceholderData } = usePreflight(id, body);
  if (error) return <FormError text={sayError(error)} />;
  if (!data) return <p className="text-[13px] text-muted">{words.checking}</p>;
  const count = data.findings.length;
  return (
    <div className="grid gap-3" aria-busy={isPlaceholderData}>
      <p role="status" className="flex items-center gap-2 text-[13px] font-medium">
        {count === 0 ? <CircleCheck className="size-4 text-good" /> : <TriangleAlert className="size-4 text-wait" />}
        {count === 0 ? words.ready : words.found({ n: count })}
      </p>
      <ul className="grid gap-2">
        {data.findings.map(({ code, severity, message, language, block }, index) => (
          <li key={`${code} ${index}`} className="grid gap-1 rounded-lg border p-3 text-[13px]">
            <span className={severity === 'error' ? 'flex gap-2 text-danger' : 'flex gap-2'}>
              <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
              <span className="min-w-0 break-words">
                <span className="font-medium">
                  {words.severities[severity as 'error']}
                  {language && ` (${language})`}:
                </span>{' '}
                {message}
              </span>
            </span>
            {block && onShow && (
              <Button variant="outline" size="sm" className="justify-self-start" onClick={() => onShow(block)}>
                {words.goToBlock}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="text-[12px] text-muted">{words.size({ kb: (data.bytes / 1024).toFixed(1) })}</p>
    </div>
  );
}
