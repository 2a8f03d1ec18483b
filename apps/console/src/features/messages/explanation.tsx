import { CircleAlert, MessageCircleQuestionMark } from 'lucide-react';
import { Skeleton } from '@/components/ui/skeleton';
import { cn } from '@/lib/cn';
import { sayError } from '@/lib/say-error';
import { Settle } from './actions';
import { useExplanation, type MessageView } from './queries';
import { words } from './words';

const FAILED = new Set<MessageView['status']>(['failed', 'bounced', 'complained']);

/** Why the message did or did not arrive, in the words of the service. */
export function Explanation({ message }: { message: MessageView }) {
  const { data, error } = useExplanation(message);
  const hasFailed = FAILED.has(message.status);
  const Icon = hasFailed ? CircleAlert : MessageCircleQuestionMark;
  return (
    <section
      aria-label={words.why}
      className={cn(
        'flex gap-3.5 rounded-xl border bg-surface px-5 py-4 shadow-shade',
        hasFailed && 'border-danger/40',
      )}
    >
      <span
        className={cn(
          'grid size-9 shrink-0 place-items-center rounded-lg',
          hasFailed ? 'bg-danger-tint text-danger' : 'bg-tint text-on-tint',
        )}
      >
        <Icon className="size-4.5" aria-hidden="true" />
      </span>
      <div aria-live="polite" className="min-w-0 self-center">
        {data && (
          <>
            <p className="font-medium break-words">{data.text}</p>
            {data.advice && <p className="mt-1 text-sm break-words text-muted">{data.advice}</p>}
            <Settle message={message} />
          </>
        )}
        {!data && error && <p className="text-sm text-danger">{sayError(error)}</p>}
        {!data && !error && <Skeleton className="w-64 max-w-full" />}
      </div>
    </section>
  );
}
