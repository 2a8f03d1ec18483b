'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Send, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { FormError } from '@/components/ui/form-error';
import { Panel } from '@/components/ui/panel';
import { ApprovalSteps } from '@/features/approvals/approval-steps';
import { useNeedsApproval } from '@/features/approvals/queries';
import { May } from '@/features/session/may';
import { useShell } from '@/features/shell/shell-context';
import { momentOf, timeZone } from '@/lib/format';
import { sayError } from '@/lib/say-error';
import { toast } from '@/lib/toast';
import {
  startToast,
  useMoveCampaign,
  useStartCampaign,
  useTakeCampaign,
  type Campaign,
  type CampaignCheck,
} from '../queries';
import { asSentence, wayOutOf } from '../way-out';
import { transactionalWords } from '../transactional-words';
import { localMoment } from '../time-sentences';
import { timeWords } from '../time-words';
import { words } from '../words';
import type { Autosave } from './use-autosave';
import type { Plan } from './use-plan';

/** From this many people on, the number is typed to confirm it. */
const MANY = 1_000;
const UNDO_MS = 60_000;

interface SendSectionProps {
  campaign: Campaign;
  autosave: Autosave;
  check: UseQueryResult<CampaignCheck>;
  plan: Plan;
}

/** What keeps it from starting, and the start. */
export function SendSection({ campaign, autosave, check, plan }: SendSectionProps) {
  const { data, error, isPlaceholderData } = check;
  const [asked, setAsked] = useState<CampaignCheck | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const start = useStartCampaign(campaign.id);
  const undo = useMoveCampaign(campaign.id);
  const take = useTakeCampaign();
  const needsApproval = useNeedsApproval() ?? false;
  const local = autosave.fields.local_start;
  const time = local ? undefined : plan.time;
  const isLater = plan.isLater || local !== null;
  const isTimeMissing = !local && isLater && (time === undefined || time.getTime() < Date.now());
  const isChecked = data?.problems.length === 0 && !isPlaceholderData && autosave.state === 'saved';
  const isVoid = data?.approval_void ?? false;
  const isApproved = !needsApproval || (campaign.approval?.state === 'approved' && !isVoid);
  const isOwner = useShell().session.member.role === 'owner';
  const isOwners = campaign.transactional_reason !== null && !isOwner;
  const isReady = isChecked && !isTimeMissing && isApproved && !isOwners;

  /** Saves and counts again, so that the number that is confirmed is the one of now. */
  const review = async () => {
    setFailure(null);
    if (!(await autosave.flush())) return;
    const { data: latest } = await check.refetch();
    if (latest?.problems.length === 0) setAsked(latest);
  };
  const confirm = (counted: CampaignCheck) =>
    start
      .mutateAsync({ confirm_count: counted.recipients, ...(time && { at: time.toISOString() }) })
      .then(() => {
        plan.forget();
        const text = local
          ? timeWords.scheduledLocal({ when: localMoment(local.at) })
          : time
            ? words.scheduledAt({ when: momentOf(time.toISOString()) })
            : words.scheduled({ n: counted.recipients });
        const id = startToast(campaign.id);
        const settled = { id, duration: undefined, action: undefined };
        const back = () =>
          void undo.mutateAsync('undo').then(() => toast.success(words.undone, settled), toast.failure);
        toast.success(text, { id, duration: UNDO_MS, action: { label: words.undoShort, onClick: back } });
      })
      .catch((refused: unknown) => {
        setFailure(refused);
        void check.refetch();
      })
      .finally(() => setAsked(null));

  const subject = campaign.subject ?? campaign.name;
  return (
    <div id="send" className="scroll-mt-20">
      <Panel title={words.sections.send}>
        <div className="grid gap-4 p-4" aria-busy={isPlaceholderData}>
          {failure !== null && <FormError text={sayError(failure)} />}
          {error && !data && <FormError text={sayError(error)} />}
          {data && <Findings check={data} channel={campaign.channel} />}
          {needsApproval && (
            <ApprovalSteps
              kind="campaign"
              id={campaign.id}
              approval={campaign.approval}
              isVoid={isVoid}
              isReady={isChecked}
              save={autosave.flush}
              onDone={(approval) => {
                take({ ...campaign, approval });
                void check.refetch();
              }}
            />
          )}
          {isOwners && <p className="text-[13px] text-muted">{transactionalWords.ownersOnly}</p>}
          <May call="startCampaign">
            <Button className="justify-self-start" disabled={!isReady} onClick={() => void review()}>
              <Send />{' '}
              {data?.recipients ? (isLater ? words.schedule : words.review)({ n: data.recipients }) : words.sendNobody}
            </Button>
          </May>
        </div>
      </Panel>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={words.confirmTitle({ n: asked.recipients })}
          description={
            local
              ? timeWords.confirmLocal({ subject, when: localMoment(local.at) })
              : time
                ? words.confirmAt({ subject, when: momentOf(time.toISOString()), zone: timeZone() })
                : words.confirmNow({ subject })
          }
          action={isLater ? words.confirmSchedule : words.confirm}
          typed={asked.recipients > MANY ? String(asked.recipients) : undefined}
          isSafe
          busy={start.isPending}
          onConfirm={() => void confirm(asked)}
        />
      )}
    </div>
  );
}

function Findings({ check: { problems, warnings }, channel }: { check: CampaignCheck; channel: Campaign['channel'] }) {
  const isReady = problems.length === 0;
  return (
    <div className="grid gap-2 text-[13px]">
      <p role="status" className="flex items-center gap-2 font-medium">
        {isReady ? (
          <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-good" />
        ) : (
          <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-danger" />
        )}
        {isReady ? words.ready : words.notReady({ n: problems.length })}
      </p>
      {!isReady && <Sentences findings={problems} channel={channel} isBlocking />}
      {warnings.length > 0 && (
        <>
          <p className="mt-1 font-medium">{words.lookAt}</p>
          <Sentences findings={warnings} channel={channel} />
        </>
      )}
    </div>
  );
}

interface SentencesProps {
  findings: CampaignCheck['problems'];
  channel: Campaign['channel'];
  isBlocking?: boolean;
}

const Sentences = ({ findings, channel, isBlocking }: SentencesProps) => (
  <ul className="grid gap-2">
    {findings.map(({ code, message }) => {
      const way = wayOutOf(code, channel);
      const Icon = isBlocking ? CircleAlert : TriangleAlert;
      return (
        <li key={message} className="flex flex-wrap items-start gap-x-3 gap-y-1 rounded-lg border px-3 py-2">
          <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${isBlocking ? 'text-danger' : 'text-wait'}`} />
          <span className="min-w-0 flex-1 basis-40 break-words">{asSentence(message)}</span>
          {way && (
            <Link href={way.href} className="shrink-0 font-medium text-primary hover:underline">
              {words.goTo({ place: way.label })}
            </Link>
          )}
        </li>
      );
    })}
  </ul>
);
