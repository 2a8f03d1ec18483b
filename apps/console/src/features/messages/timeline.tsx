import { Panel } from '@/components/ui/panel';
import { cn } from '@/lib/cn';
import { clockOf, fullMoment, shortDateOf } from '@/lib/format';
import type { MessageView } from './queries';
import { words } from './words';

const BAD = new Set(['refused', 'failed', 'bounced', 'complained']);
const GOOD = new Set(['handed_over', 'delivered', 'sent', 'captured']);

const nameOf = (type: string) =>
  words.types[type] ?? (words.statuses as Record<string, string>)[type] ?? type.replaceAll('_', ' ');

/** The events of a message, oldest first. */
export const Timeline = ({ message }: { message: MessageView }) => (
  <Panel title={words.timeline}>
    <ol className="px-4 py-4">
      {message.timeline.map(({ at, type, provider, account, detail }, index) => (
        <li key={index} className="group relative flex gap-3.5 pb-4 text-[13px] last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-3 bottom-0 left-[4.5px] w-px translate-y-1.5 bg-line group-last:hidden"
          />
          <span
            aria-hidden="true"
            className={cn(
              'mt-1.5 size-2.5 shrink-0 rounded-full bg-line-strong',
              GOOD.has(type) && 'bg-good',
              BAD.has(type) && 'bg-danger',
            )}
          />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span>
                <span className="font-medium">{nameOf(type)}</span>
                {provider && <span className="text-muted"> · {account ?? provider}</span>}
              </span>
              <time dateTime={at} title={fullMoment(at)} className="text-xs text-muted tabular-nums">
                {shortDateOf(at)}, {clockOf(at)}
              </time>
            </p>
            {detail && <p className="mt-0.5 text-[13px] break-words text-muted">{detail}</p>}
          </div>
        </li>
      ))}
    </ol>
  </Panel>
);
