import type { InboxMessageDetail } from '@dundun/client';
import { Ago } from '@/components/ui/moment';

/** The text as a phone shows it. */
export function Sms({ message }: { message: InboxMessageDetail }) {
  return (
    <div className="grid flex-1 grid-cols-[minmax(0,20rem)] content-start justify-center overflow-y-auto bg-sunken px-4 py-8">
      <div className="rounded-[2.75rem] border-[6px] border-foreground/85 bg-surface shadow-lifted dark:border-line-strong/60">
        <div
          className="mx-auto mt-2.5 h-5 w-20 rounded-full bg-foreground/85 dark:bg-line-strong/60"
          aria-hidden="true"
        />
        <div className="mt-4 grid justify-items-center gap-1.5 border-b pb-3">
          <span
            aria-hidden="true"
            className="grid size-11 place-items-center rounded-full bg-tint text-lg font-semibold text-on-tint"
          >
            {message.from.charAt(0).toUpperCase()}
          </span>
          <span className="max-w-56 truncate text-sm font-semibold">{message.from}</span>
        </div>
        <div className="min-h-80 px-4 py-5">
          <p className="mb-3 text-center text-xs text-muted">
            <Ago at={message.captured_at} />
          </p>
          <p className="w-fit max-w-[92%] rounded-2xl rounded-bl-md bg-tint px-3.5 py-2.5 text-[15px] leading-5.5 break-words whitespace-pre-wrap text-foreground">
            {message.text}
          </p>
        </div>
      </div>
    </div>
  );
}
