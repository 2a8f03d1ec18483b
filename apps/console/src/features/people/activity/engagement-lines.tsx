import { Bot, Eye, EyeOff, MousePointerClick, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Ago } from '@/components/ui/moment';
import { words } from '../words';
import { engagementOf, type Done } from './engagement';

/** What was done with a message, each with its time; machines come last and apart. */
export function EngagementLines({ all }: { all: readonly Done[] }) {
  if (all.length === 0) return null;
  const { opened, maybeOpened, clicks, machineClicks } = engagementOf(all);
  return (
    <ul aria-label={words.done} className="col-span-full mt-1 grid gap-0.5 text-xs text-muted">
      {opened && (
        <Line icon={Eye} at={opened.at}>
          {words.openedTimes({ n: opened.times })}
        </Line>
      )}
      {maybeOpened && (
        <Line icon={EyeOff} at={maybeOpened.at}>
          {words.openUnknown}
        </Line>
      )}
      {clicks.map(({ url, times, at }) => (
        <Line key={`${url} ${at}`} icon={MousePointerClick} at={at}>
          {words.clickedTimes({ n: times })}{' '}
          <span title={url ?? undefined} className="text-foreground">
            {url ?? words.aLink}
          </span>
        </Line>
      ))}
      {machineClicks > 0 && <Line icon={Bot}>{words.machineClicks({ n: machineClicks })}</Line>}
    </ul>
  );
}

const Line = ({ icon: Icon, at, children }: { icon: LucideIcon; at?: string; children: ReactNode }) => (
  <li className="flex min-w-0 items-start gap-1.5">
    <Icon className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
    <span className="min-w-0 wrap-anywhere sm:truncate">{children}</span>
    {at && (
      <span className="shrink-0">
        · <Ago at={at} />
      </span>
    )}
  </li>
);
