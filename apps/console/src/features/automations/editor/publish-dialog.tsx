'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { Skeleton } from '@/components/ui/skeleton';
import { ApprovalSteps } from '@/features/approvals/approval-steps';
import { useNeedsApproval } from '@/features/approvals/queries';
import { sayError } from '@/lib/say-error';
import { toast } from '@/lib/toast';
import type { AutomationGraph } from '@dundun/domain';
import { changesOf } from '../graph/changes';
import { openGraph } from '../graph/open-graph';
import type { Problem } from '../graph/problems';
import { nameOfStep, type Names } from '../graph/sentences';
import { stepOf } from '../graph/steps';
import {
  useAutomation,
  useValidation,
  useChanges,
  usePublish,
  useRefreshAutomation,
  useVersions,
  type AutomationDetail,
  type Move,
} from '../queries';
import { Options } from '../run/control-dialogs';
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
  const refresh = useRefreshAutomation();
  // What is drawn may have been saved since the editor opened.
  const approval = useAutomation(automation.id).data?.approval ?? null;
  const needsApproval = useNeedsApproval() ?? false;
  const isVoid = useValidation(automation.id, saving.version).data?.approval_void ?? false;
  const [failure, setFailure] = useState<unknown>(null);
  const [move, setMove] = useState<Move>('newcomers');
  const live = automation.live_version;
  const isBlocked = problems.length > 0;
  const confirm = async () => {
    setFailure(null);
    try {
      if (!(await saving.flush())) return;
      const published = await publish.mutateAsync({ base_updated_at: saving.latest(), move });
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
      description={isBlocked ? undefined : live === null ? said.first : said.latestMails}
    >
      {failure !== null && <FormError text={sayError(failure)} />}
      {isBlocked ? (
        <ProblemList problems={problems} onGo={onGo} />
      ) : (
        <>
          <Reach
            automation={automation}
            graph={graph}
            names={names}
            version={saving.version}
            move={move}
            onMove={setMove}
          />
          {live !== null && <Changed automation={automation} graph={graph} names={names} />}
          {automation.state === 'paused' && <p className="mt-3 text-[13px] text-muted">{said.pausedNote}</p>}
          {needsApproval && (
            <ApprovalSteps
              kind="automation"
              id={automation.id}
              approval={approval}
              isVoid={isVoid}
              isReady
              save={saving.flush}
              onDone={() => void refresh(automation.id)}
            />
          )}
          <DialogActions>
            <Button variant="outline" onClick={onClose}>
              {said.cancel}
            </Button>
            <Button
              busy={publish.isPending}
              disabled={needsApproval && (approval?.state !== 'approved' || isVoid)}
              onClick={() => void confirm()}
            >
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

interface ReachProps extends Pick<PublishDialogProps, 'automation' | 'graph' | 'names'> {
  /** When the draft was saved last. */
  version: string;
  move: Move;
  onMove: (move: Move) => void;
}

/** What becomes of the people inside, and whom the sends would skip. */
function Reach({ automation, graph, names, version, move, onMove }: ReachProps) {
  const { data } = useChanges(automation.id, version);
  if (!data) return null;
  const skips = data.skips.filter(({ without_consent }) => without_consent > 0);
  return (
    <div className="mb-4 grid gap-3 text-[13px]">
      {data.would_move + data.would_end > 0 && (
        <Options
          label={said.who}
          value={move}
          onChange={(next) => onMove(next as Move)}
          options={[
            ['newcomers', said.stay, said.stayHint],
            ['all', said.move, said.moveHint({ moves: data.would_move, ends: data.would_end })],
          ]}
        />
      )}
      {skips.map(({ step, entrants, without_consent }) => {
        const sent = stepOf(graph, step);
        const name = sent ? nameOfStep(sent, names) : step;
        return <p key={step}>{said.skips({ name, skipped: without_consent, entrants })}</p>;
      })}
    </div>
  );
}
