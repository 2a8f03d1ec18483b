import { MessageCircleQuestionMark } from 'lucide-react';
import { Skeleton } from '@/components/ui/skeleton';
import { sayError } from '@/lib/say-error';
import { useExplanation, type MessageView } from './queries';
import { words } from './words';

/** Why the message did or did not arrive, in the words of the service. */
export function Explanation({ message }: { message: MessageView }) {
  const { data, error } = useExplanation(message);
  return (
    <section aria-label={words.why} className="flex gap-3.5 rounded-xl border bg-surface px-5 py-4 shadow-shade">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-tint text-on-tint">
        <MessageCircleQuestionMark className="size-4.5" aria-hidden="true" />
      </span>
      <div aria-live="polite" className="min-w-0 self-center">
        {data && (
          <>
            <p className="font-medium break-words">{data.text}</p>
            {data.advice && <p className="mt-1 text-sm break-words text-muted">{data.advice}</p>}
          </>
        )}
        {!data && error && <p className="text-sm text-danger">{sayError(error)}</p>}
        {!data && !error && <Skeleton className="w-64 max-w-full" />}
      </div>
    </section>
  );
}
