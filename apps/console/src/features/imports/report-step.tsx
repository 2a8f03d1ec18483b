import type { ImportView } from '@dundun/client';
import { Download } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { FormError } from '@/components/ui/form-error';
import { JobProgress } from '@/components/ui/job-progress';
import { NumberTile } from '@/components/ui/number-tile';
import { Confirmations } from '@/features/confirmations/confirmations';
import { count } from '@/lib/format';
import { sayError } from '@/lib/say-error';
import { Problems } from './problems';
import { useCancel, useRetry } from './queries';
import { words } from './words';

/** How far the import is, and what came of it. */
export function ReportStep({ view }: { view: ImportView }) {
  const { id, state, progress, file_name, findings } = view;
  const [asking, setAsking] = useState(false);
  const cancel = useCancel(id);
  const isOver = state !== 'importing';
  return (
    <>
      <JobProgress
        label={words.importing({ name: file_name })}
        state={progress?.state ?? 'queued'}
        total={progress?.total ?? findings?.rows ?? null}
        done={progress?.done ?? 0}
        failed={progress?.failed}
        note={progress?.failure}
      >
        {!isOver && (
          <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
            {words.stop}
          </Button>
        )}
      </JobProgress>
      {progress && <Numbers counts={progress.counts} />}
      {isOver && <Actions view={view} />}
      {state === 'done' && (progress?.counts.pending ?? 0) > 0 && <Confirm lists={view.settings?.lists ?? []} />}
      <Problems key={state} view={view} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.stopTitle}
        description={words.stopText}
        action={words.stop}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}

/** Imports mail nobody: people of double opt-in lists wait to be asked. */
const Confirm = ({ lists }: { lists: string[] }) =>
  lists.map((list) => <Confirmations key={list} list={list} isQuiet />);

const LISTED = [
  ['joined', words.joined],
  ['pending', words.pending],
  ['kept_away', words.keptAway],
  ['unsubscribed', words.unsubscribed],
  ['suppressed', words.suppressed],
] as const;

function Numbers({ counts }: { counts: Record<string, number> }) {
  const of = (name: string) => counts[name] ?? 0;
  const memberships = LISTED.filter(([name]) => of(name) > 0);
  return (
    <section aria-label={words.result} className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <NumberTile label={words.created} value={count(of('created'))} />
        <NumberTile label={words.updated} value={count(of('updated'))} />
        <NumberTile label={words.skipped} value={count(of('skipped'))} />
        <NumberTile label={words.failed} value={count(of('failed'))} />
      </div>
      {memberships.length > 0 && (
        <p className="text-[13px] text-muted">
          {memberships.map(([name, label]) => `${label}: ${count(of(name))}`).join(' · ')}
        </p>
      )}
    </section>
  );
}

function Actions({ view: { id, state, progress } }: { view: ImportView }) {
  const router = useRouter();
  const retry = useRetry(id);
  const counts = progress?.counts ?? {};
  const hasReport = (counts.failed ?? 0) + (counts.skipped ?? 0) > 0;
  return (
    <>
      {retry.error && <FormError text={sayError(retry.error)} />}
      <div className="flex flex-wrap gap-2">
        {state === 'done' && (progress?.failed ?? 0) > 0 && (
          <Button
            busy={retry.isPending}
            onClick={() => retry.mutate(undefined, { onSuccess: (next) => router.push(`/people/imports/${next.id}`) })}
          >
            {words.retry}
          </Button>
        )}
        {hasReport && (
          <Button asChild variant="outline">
            <a href={`/api/console/imports/${id}/report`} download="import-report.csv">
              <Download /> {words.report}
            </a>
          </Button>
        )}
        <Button asChild variant="outline">
          <Link href="/people">{words.toPeople}</Link>
        </Button>
        <Button asChild variant="outline">
          <Link href="/people/imports">{words.another}</Link>
        </Button>
      </div>
    </>
  );
}
