'use client';

import { ApiError } from '@dundun/client';
import { RotateCcw } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import type { AutomationGraph } from '@dundun/domain';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorState } from '@/components/ui/error-state';
import { FormError } from '@/components/ui/form-error';
import { SidePanel } from '@/components/ui/side-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { StatusBadge } from '@/features/messages/status-badge';
import { profilePath } from '@/features/people/person-name';
import { May } from '@/features/session/may';
import { momentOf } from '@/lib/format';
import { toast } from '@/lib/toast';
import { openGraph } from '../graph/open-graph';
import { nameOfStep, type Names } from '../graph/sentences';
import { stepOf } from '../graph/steps';
import { words as named } from '../graph/words';
import { useVersions, type Automation } from '../queries';
import { useEndRun, useRetryRun, useRunPath, type RunPath, type Visit } from './queries';
import { heldIn, holdSentence } from './hold-sentences';
import { factSentences, visitSentence } from './visit-sentences';
import { words } from './words';

interface PathPanelProps {
  automation: Pick<Automation, 'id' | 'name'>;
  run: string;
  names: Names;
  onClose: () => void;
}

/** The path of a person: each step that was left, with what decided, and where the person is now. */
export function PathPanel({ automation, run, names, onClose }: PathPanelProps) {
  const { data, error, isFetching, refetch } = useRunPath(automation.id, run);
  const versions = useVersions(automation.id).data?.data;
  const isUnknown = error instanceof ApiError && error.status === 404;
  const who = data ? (data.run.email ?? data.run.uid ?? words.somebody) : '…';
  const graphOf = (wanted: number) => openGraph(versions?.find(({ version }) => version === wanted)?.graph);
  return (
    <SidePanel open onClose={onClose} kind={automation.name} title={<bdi>{words.pathOf({ who })}</bdi>}>
      {isUnknown && <p className="text-[13px] text-muted">{words.unknownRun}</p>}
      {!data && error && !isUnknown && (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data && <Path automation={automation.id} path={data} graphOf={graphOf} names={names} />}
    </SidePanel>
  );
}

interface PathProps {
  automation: string;
  path: RunPath;
  graphOf: (version: number) => AutomationGraph;
  names: Names;
}

function Path({ automation, path: { run, visits, entry }, graphOf, names }: PathProps) {
  const step = run.step === null ? undefined : stepOf(graphOf(run.version), run.step);
  const data = Object.entries(entry);
  return (
    <div className="grid gap-4 text-[13px]">
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{words.versionNumber({ n: run.version })}</Badge>
        {run.uid !== null && (
          <Link href={profilePath(run.uid)} prefetch={false} className="font-medium text-primary hover:underline">
            {words.profile}
          </Link>
        )}
        <Actions automation={automation} run={run} />
      </div>
      {run.error && <FormError text={words.error({ error: run.error })} />}
      <ol aria-label={words.path} className="grid border-l pl-4">
        <Stop at={run.entered_at} title={words.visits.entered}>
          {data.length > 0 && (
            <dl aria-label={words.entry} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-muted">
              {data.map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="font-mono text-xs leading-5">{name}</dt>
                  <dd className="truncate">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
                </div>
              ))}
            </dl>
          )}
        </Stop>
        {visits.map((visit) => (
          <Left key={visit.visit} visit={visit} graph={graphOf(visit.version)} names={names} />
        ))}
        {run.ended_at ? (
          <Stop at={run.ended_at} title={words.endedBy[run.end_reason ?? ''] ?? run.end_reason ?? ''} isLast />
        ) : (
          <Stop title={words.isHere({ name: step ? nameOfStep(step, names) : (run.step ?? '…') })} isLast>
            {run.hold && <p className="text-muted">{holdSentence(run.hold)}</p>}
            {run.due_at && !run.hold && <p className="text-muted">{words.until({ when: momentOf(run.due_at) })}</p>}
          </Stop>
        )}
      </ol>
    </div>
  );
}

function Left({ visit, graph, names }: { visit: Visit; graph: AutomationGraph; names: Names }) {
  const step = stepOf(graph, visit.step);
  const kind = named.kinds[visit.kind as keyof typeof named.kinds] ?? visit.kind;
  const held = heldIn(visit.facts);
  const title = visit.name ?? (step ? nameOfStep(step, names) : kind);
  return (
    <Stop at={visit.at} title={title}>
      <p>{visitSentence(visit, graph, names)}</p>
      {held && !visit.outcome.startsWith('skipped:capped') && <p className="text-muted">{holdSentence(held)}</p>}
      {factSentences(visit.facts).map((fact) => (
        <p key={fact} className="break-words text-muted">
          {fact}
        </p>
      ))}
      {visit.message && (
        <p className="flex items-center gap-2">
          {visit.message_status && <StatusBadge status={visit.message_status as never} />}
          <Link
            href={`/messages/${encodeURIComponent(visit.message)}`}
            prefetch={false}
            className="font-medium text-primary hover:underline"
          >
            {words.message}
          </Link>
        </p>
      )}
    </Stop>
  );
}

interface StopProps {
  at?: string;
  title: string;
  isLast?: boolean;
  children?: React.ReactNode;
}

const Stop = ({ at, title, isLast, children }: StopProps) => (
  <li className="relative grid gap-0.5 pb-4 last:pb-0">
    <span
      aria-hidden="true"
      className={`absolute top-1.5 -left-[1.3125rem] size-2.5 rounded-full border-2 border-surface ${isLast ? 'bg-primary' : 'bg-line-strong'}`}
    />
    <p className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span dir="auto" className="font-semibold">
        {title}
      </span>
      {at && <span className="text-xs text-muted tabular-nums">{momentOf(at)}</span>}
    </p>
    {children}
  </li>
);

function Actions({ automation, run: { id, end_reason, ended_at } }: { automation: string; run: RunPath['run'] }) {
  const [isAsking, setAsking] = useState(false);
  const retry = useRetryRun(automation);
  const end = useEndRun(automation);
  return (
    <>
      {end_reason === 'failed' && (
        <May call="retryAutomationRun">
          <Button
            variant="outline"
            size="sm"
            busy={retry.isPending}
            onClick={() => void retry.mutateAsync(id).then(() => toast.success(words.retriedOne), toast.failure)}
          >
            <RotateCcw /> {words.retry}
          </Button>
        </May>
      )}
      {ended_at === null && (
        <May call="endAutomationRun">
          <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
            {words.end}
          </Button>
        </May>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={words.endTitle}
        description={words.endText}
        action={words.end}
        busy={end.isPending}
        onConfirm={() =>
          void end
            .mutateAsync(id)
            .then(() => toast.success(words.ended), toast.failure)
            .finally(() => setAsking(false))
        }
      />
    </>
  );
}
