import { CircleAlert, CircleCheck, CirclePause, Loader } from 'lucide-react';
import type { ReactNode } from 'react';
import { percent } from '@/lib/format';
import { words } from './words';

interface JobProgressProps {
  label: string;
  state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'canceled';
  total: number | null;
  done: number;
  failed?: number;
  note?: string | null;
  /** Buttons: cancel, undo, a link to the report. */
  children?: ReactNode;
}

/** How far a job is. The bar speaks to screen readers, which hear of its end by itself. */
export function JobProgress({ label, state, total, done, failed = 0, note, children }: JobProgressProps) {
  const share = total ? Math.min(1, (done + failed) / total) : state === 'done' ? 1 : 0;
  const isOpen = state === 'queued' || state === 'running' || state === 'paused';
  const Icon =
    state === 'paused' ? CirclePause : isOpen ? Loader : state === 'done' && failed === 0 ? CircleCheck : CircleAlert;
  const tone = isOpen ? 'text-primary' : state === 'done' && failed === 0 ? 'text-good' : 'text-danger';
  return (
    <section aria-label={label} className="rounded-xl border bg-surface px-4 py-3 text-[13px] shadow-shade">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon aria-hidden="true" className={`size-4 shrink-0 ${tone} ${state === 'running' ? 'animate-spin' : ''}`} />
        <p className="min-w-0 flex-1 basis-40 font-medium break-words">{label}</p>
        <p role={isOpen ? undefined : 'status'} className="text-muted tabular-nums">
          {said(state, done + failed, total)}
          {failed > 0 && <span className="text-danger"> · {words.jobFailed({ n: failed })}</span>}
        </p>
        {children}
      </div>
      {isOpen && (
        <div
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          aria-valuetext={percent(share)}
          className="mt-2.5 h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div
            className="h-full rounded-full bg-primary transition-[width] duration-500"
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
      {note && <p className="mt-2 break-words text-muted">{note}</p>}
    </section>
  );
}

function said(state: JobProgressProps['state'], done: number, total: number | null): string {
  if (state === 'queued') return words.jobQueued;
  if (state === 'canceled') return words.jobStopped;
  if (state === 'paused' && total === null) return words.jobPaused;
  if (total === null) return state === 'done' ? words.jobDone : '';
  return words.jobRunning({ done, total });
}
