'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { Skeleton } from '@/components/ui/skeleton';
import { sayError } from '@/lib/say-error';
import { toast } from '@/lib/toast';
import type { AutomationGraph } from '@dundun/domain';
import { changesOf } from '../graph/changes';
import { openGraph } from '../graph/open-graph';
import type { Problem } from '../graph/problems';
import { nameOfStep, type Names } from '../graph/sentences';
import { stepOf } from '../graph/steps';
import { usePublish, useVersions, type AutomationDetail } from '../queries';
import { ProblemList } from './problem-list';
import type { Saving } from './use-saving';
import { words } from './words';

const { publishing: said } = words;

interface PublishDialogProps {
  automation: AutomationDetail;
  graph: AutomationGraph;
  names: Names;
  problems: readonly Problem[];
  saving: Saving;
  onGo: (step: string) => void;
  onClose: () => void;
}

/** What blocks it, or what changes, and the question. */
export function PublishDialog(props: PublishDialogProps) {
  const { automation, graph, names, problems, saving, onGo, onClose } = props;
  const router = useRouter();
  const publish = usePublish(automation.id);
  const [failure, setFailure] = useState<unknown>(null);
  const live = automation.live_version;
  const isBlocked = problems.length > 0;
  const confirm = async () => {
    setFailure(null);
    try {
      if (!(await saving.flush())) return;
      const published = await publish.mutateAsync(saving.latest());
      saving.rebase(published.updated_at);
      toast.success(said.done({ version: published.live_version ?? 1 }));
      router.push(`/automations/${automation.id}`);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isBlocked ? said.blocked : live === null ? said.title : said.again({ version: live + 1 })}
      description={isBlocked ? undefined : live === null ? said.first : said.newcomers}
    >
      {failure !== null && <FormError text={sayError(failure)} />}
      {isBlocked ? (
        <ProblemList problems={problems} onGo={onGo} />
      ) : (
        <>
          {live !== null && <Changed automation={automation} graph={graph} names={names} />}
          {automation.state === 'paused' && <p className="mt-3 text-[13px] text-muted">{said.pausedNote}</p>}
          <DialogActions>
            <Button variant="outline" onClick={onClose}>
              {said.cancel}
            </Button>
            <Button busy={publish.isPending} onClick={() => void confirm()}>
              {said.action}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

/** What is different from the version that is live, with the people at steps that go. */
function Changed({ automation, graph, names }: Pick<PublishDialogProps, 'automation' | 'graph' | 'names'>) {
  const versions = useVersions(automation.id).data?.data;
  const live = versions?.find(({ version }) => version === automation.live_version);
  if (!live) return <Skeleton className="h-16 w-full" />;
  const before = openGraph(live.graph);
  const { added, removed, changed, trigger, settings, goal } = changesOf(before, graph);
  const name = (of: AutomationGraph, id: string) => {
    const step = stepOf(of, id);
    return step ? `“${nameOfStep(step, names)}”` : id;
  };
  const there = (id: string) =>
    automation.steps.filter(({ step }) => step === id).reduce((sum, { waiting }) => sum + waiting, 0);
  const lines = [
    ...(trigger ? [said.changedTrigger] : []),
    ...(settings ? [said.changedSettings] : []),
    ...(goal ? [said.changedGoal] : []),
    ...added.map((id) => said.addedStep({ name: name(graph, id) })),
    ...changed.map((id) => said.changedStep({ name: name(graph, id) })),
    ...removed.map((id) => said.removedStep({ name: name(before, id), n: there(id) })),
  ];
  return (
    <section aria-label={said.changes} className="rounded-xl border bg-background p-3 text-[13px]">
      <h3 className="mb-1 font-semibold">{said.changes}</h3>
      {lines.length === 0 ? (
        <p className="text-muted">{said.noChanges}</p>
      ) : (
        <ul className="grid max-h-48 gap-1 overflow-y-auto" tabIndex={0} aria-label={said.changes}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
