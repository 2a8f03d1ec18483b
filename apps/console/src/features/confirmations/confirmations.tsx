'use client';

import { MailQuestion } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { JobProgress } from '@/components/ui/job-progress';
import { Skeleton } from '@/components/ui/skeleton';
import { useMay } from '@/features/session/use-may';
import { sayError } from '@/lib/say-error';
import { useConfirmations, useControl } from './queries';
import { words } from './words';

type Job = NonNullable<NonNullable<ReturnType<typeof useConfirmations>['data']>['job']>;

const AskDialog = dynamic(() => import('./ask-dialog').then(({ AskDialog: loaded }) => loaded));

interface ConfirmationsProps {
  list: string;
  /** Whether it shows nothing, and keeps no place, while nobody waits. */
  isQuiet?: boolean;
}

/** Offers to ask pending people who were never asked, and shows the job that does. */
export function Confirmations(props: ConfirmationsProps) {
  return useMay('askForConfirmations') ? <Panel {...props} /> : null;
}

function Panel({ list, isQuiet = false }: ConfirmationsProps) {
  const { data, isError } = useConfirmations(list);
  const [asking, setAsking] = useState(false);
  if (!data) return isQuiet || isError ? null : <Skeleton className="mb-5 h-16 w-full rounded-xl" />;
  const { unasked, job, per_hour } = data;
  const isOpen = job !== null && job.ended_at === null;
  if (isQuiet && !isOpen && unasked === 0) return null;
  return (
    <div className="mb-5">
      {job && isOpen && <JobPanel key={job.id} list={list} job={job} perHour={per_hour ?? 0} />}
      {!isOpen && (
        <section
          aria-label={words.title}
          className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border bg-surface px-4 py-3 text-[13px] shadow-shade"
        >
          <MailQuestion aria-hidden="true" className="size-4 shrink-0 text-primary" />
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-medium">{unasked === null ? words.waitingMany : words.waiting({ n: unasked })}</p>
            <p className="text-muted">{job?.state === 'done' ? resultOf(job) : words.waitingText}</p>
          </div>
          {unasked !== 0 && (
            <Button size="sm" onClick={() => setAsking(true)}>
              {words.action}
            </Button>
          )}
        </section>
      )}
      {asking && <AskDialog list={list} unasked={unasked} onClose={() => setAsking(false)} />}
    </div>
  );
}

const resultOf = ({ counts }: Job) => words.result({ mailed: counts.mailed ?? 0, not: counts.not_mailed ?? 0 });

function JobPanel({ list, job, perHour }: { list: string; job: Job; perHour: number }) {
  const control = useControl(list);
  const [stopping, setStopping] = useState(false);
  const isPaused = job.state === 'paused';
  const change = (verb: 'pause' | 'resume') => control.mutate({ job: job.id, verb });
  return (
    <>
      <JobProgress
        label={isPaused ? words.paused : words.running({ n: perHour })}
        state={job.state}
        total={job.total}
        done={job.done}
        note={control.error ? sayError(control.error) : resultOf(job)}
      >
        <span className="flex gap-2">
          <Button
            variant="outline"
            size="sm"
            busy={control.isPending}
            onClick={() => change(isPaused ? 'resume' : 'pause')}
          >
            {isPaused ? words.resume : words.pause}
          </Button>
          <Button variant="outline" size="sm" onClick={() => setStopping(true)}>
            {words.cancel}
          </Button>
        </span>
      </JobProgress>
      <ConfirmDialog
        open={stopping}
        onOpenChange={setStopping}
        title={words.cancelTitle}
        description={words.cancelText}
        action={words.cancel}
        busy={control.isPending}
        onConfirm={() => control.mutate({ job: job.id, verb: 'cancel' }, { onSettled: () => setStopping(false) })}
      />
    </>
  );
}
