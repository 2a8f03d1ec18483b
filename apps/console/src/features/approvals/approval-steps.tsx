'use client';

import { CircleCheck, Clock, CircleX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form-error';
import { May } from '@/features/session/may';
import { useShell } from '@/features/shell/shell-context';
import { momentOf } from '@/lib/format';
import { sayError } from '@/lib/say-error';
import { toast } from '@/lib/toast';
import { DeclineDialog } from './decline-dialog';
import { useApproval, type Approval, type ApprovalKind } from './queries';
import { words } from './words';

const MAY = {
  campaign: { ask: 'askCampaignApproval', approve: 'approveCampaign' },
  automation: { ask: 'askAutomationApproval', approve: 'approveAutomation' },
} as const;

interface ApprovalStepsProps {
  kind: ApprovalKind;
  id: string;
  approval: Approval | null;
  /** Whether what it is about was edited since. */
  isVoid: boolean;
  /** Whether it could be used if it were approved. */
  isReady: boolean;
  /** Saves what is not saved yet. @returns whether that succeeded */
  save: () => Promise<boolean>;
  onDone: (approval: Approval) => void;
}

/** Where the approval of a version stands, and what somebody may do about it. */
export function ApprovalSteps({ kind, id, approval, isReady, save, onDone, ...given }: ApprovalStepsProps) {
  // The check may be that of an earlier draft.
  const isVoid = given.isVoid && approval !== null;
  const { ask, approve, decline } = useApproval(kind, id, onDone);
  const [isDeclining, setDeclining] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { member } = useShell().session;
  /** @param work returns what to say, if something is done */
  const run = async (work: () => Promise<string | undefined>) => {
    setFailure(null);
    try {
      const done = await work();
      if (done !== undefined) toast.success(done);
    } catch (refused) {
      setFailure(refused);
    }
  };
  const request = () =>
    run(async () => {
      if (!(await save())) return undefined;
      return (await ask.mutateAsync()).is_mailed ? words.asked : words.askedWithoutMail;
    });
  return (
    <section aria-label={words.title} className="grid gap-3 rounded-xl border bg-background p-4 text-[13px]">
      <State kind={kind} approval={approval} />
      {isVoid && <p role="status">{words.isVoid}</p>}
      {failure !== null && <FormError text={sayError(failure)} />}
      {approval?.state === 'asked' && !isVoid ? (
        <May call={MAY[kind].approve}>
          <p className="text-muted">{approval.asked_by.id === member.id ? words.own : words.look}</p>
          <div className="flex flex-wrap gap-2">
            <Button
              busy={approve.isPending}
              onClick={() => void run(() => approve.mutateAsync(approval.version).then(() => words.approved))}
            >
              {words.approve}
            </Button>
            <Button variant="outline" onClick={() => setDeclining(true)}>
              {words.decline}
            </Button>
          </div>
        </May>
      ) : (
        (approval?.state !== 'approved' || isVoid) && (
          <May call={MAY[kind].ask}>
            <Button
              className="justify-self-start"
              disabled={!isReady}
              busy={ask.isPending}
              onClick={() => void request()}
            >
              {approval ? words.askAgain : words.ask}
            </Button>
          </May>
        )
      )}
      {approval && isDeclining && (
        <DeclineDialog
          busy={decline.isPending}
          onClose={() => setDeclining(false)}
          onDecline={(reason) =>
            void run(() =>
              decline.mutateAsync({ version: approval.version, reason }).then(() => words.declined),
            ).finally(() => setDeclining(false))
          }
        />
      )}
    </section>
  );
}

const ICONS = { asked: Clock, approved: CircleCheck, declined: CircleX } as const;

function State({ kind, approval }: Pick<ApprovalStepsProps, 'kind' | 'approval'>) {
  if (!approval) return <p>{words.needed[kind]}</p>;
  const { state, asked_by, asked_at, decided_by, decided_at, reason, recipients, is_exact } = approval;
  const Icon = ICONS[state];
  const decision = { name: decided_by?.name ?? '', when: decided_at ? momentOf(decided_at) : '' };
  return (
    <div role="status" className="flex gap-2">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="grid min-w-0 gap-1 break-words">
        <p className="font-medium">
          {state === 'asked'
            ? words.waits({ name: asked_by.name, when: momentOf(asked_at) })
            : state === 'approved'
              ? words.approvedBy(decision)
              : words.declinedBy(decision)}
        </p>
        {state === 'asked' && (
          <p>
            {recipients === null
              ? words.anyChange
              : (is_exact ? words.recipients : words.recipientsAtLeast)({ n: recipients })}
          </p>
        )}
        {state === 'approved' && <p className="text-muted">{words.approvedNote}</p>}
        {state === 'declined' && reason && <p dir="auto">{reason}</p>}
      </div>
    </div>
  );
}
