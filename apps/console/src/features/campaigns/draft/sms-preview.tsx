'use client';

import { FormError } from '@/components/ui/form-error';
import { Skeleton } from '@/components/ui/skeleton';
import { sayError } from '@/lib/say-error';
import { usePreview } from '../queries';
import { words } from '../words';

interface SmsPreviewProps {
  id: string;
  version: string;
  from: string | null;
  isEmpty: boolean;
}

/** The SMS on a telephone, as the service writes what is saved. */
export function SmsPreview({ id, version, from, isEmpty }: SmsPreviewProps) {
  return (
    <figure
      aria-label={words.sms.preview}
      className="mx-auto w-full max-w-64 self-start rounded-3xl border-4 border-line bg-surface p-3 shadow-shade"
    >
      <figcaption dir="auto" className="border-b pb-2 text-center text-[13px] font-medium break-words">
        {from ?? '…'}
      </figcaption>
      <div className="grid min-h-56 content-start py-3">
        {isEmpty ? <p className="text-[13px] text-muted">{words.sms.empty}</p> : <Bubble id={id} version={version} />}
      </div>
    </figure>
  );
}

function Bubble({ id, version }: { id: string; version: string }) {
  const { data, error, isPlaceholderData } = usePreview(id, version, '');
  if (error) return <FormError text={sayError(error)} />;
  if (!data) return <Skeleton className="h-20!" />;
  return (
    <p
      dir="auto"
      aria-busy={isPlaceholderData}
      className="rounded-2xl rounded-bl-sm bg-sunken px-3 py-2 text-[13px] break-words whitespace-pre-wrap"
    >
      {data.text}
    </p>
  );
}
