'use client';

import { Pause, Play, Undo2 } from 'lucide-react';
import { BackLink } from '@/components/ui/back-link';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { JobProgress } from '@/components/ui/job-progress';
import { NumberTile } from '@/components/ui/number-tile';
import { PageHeader } from '@/components/ui/page-header';
import { words as approvalWords } from '@/features/approvals/words';
import { May } from '@/features/session/may';
import { count, momentOf, percent } from '@/lib/format';
import { toast } from '@/lib/toast';
import { CampaignMenu } from '../campaign-menu';
import { numbersOf } from '../numbers';
import { startToast, useMoveCampaign, type Campaign, type Move } from '../queries';
import { StateBadge } from '../state-badge';
import { transactionalWords } from '../transactional-words';
import { words } from '../words';
import { Ceiling } from './ceiling';
import { HaltNote } from './halt-note';
import { NextSteps } from './next-steps';
import { Pace } from './pace';
import { Reactions } from './reactions';
import { Recipients } from './recipients';
import { Report } from './report';
import { Times } from './times';
import { Variants } from './variants';
import { WarmingNote } from './warming-note';

/** A campaign that was started: how far it is, and what became of everybody. */
export function RunPage({ campaign }: { campaign: Campaign }) {
  const isFrozen = campaign.frozen_at !== null || campaign.people.matched > 0;
  return (
    <>
      <Head campaign={campaign} />
      {campaign.halt && <HaltNote halt={campaign.halt} channel={campaign.channel} />}
      {campaign.warming_up && <WarmingNote warming={campaign.warming_up} />}
      <Progress campaign={campaign} />
      <Times campaign={campaign} />
      {isFrozen && (
        <>
          <Numbers campaign={campaign} />
          <Reactions campaign={campaign} />
          {campaign.variants.length > 0 && <Variants campaign={campaign} />}
          <Report campaign={campaign} />
          {(campaign.state === 'sent' || campaign.state === 'canceled') && <NextSteps campaign={campaign} />}
          <Recipients campaign={campaign} />
        </>
      )}
    </>
  );
}

const DONE: Record<Move, string> = {
  undo: words.undone,
  pause: words.paused,
  resume: words.resumed,
  cancel: words.canceled,
};

function Head({ campaign }: { campaign: Campaign }) {
  const { name, channel, text, state, labels, approval } = campaign;
  const subject = channel === 'sms' ? text : campaign.subject;
  const move = useMoveCampaign(campaign.id);
  const note = { id: startToast(campaign.id), duration: undefined, action: undefined };
  const go = (to: Move) => void move.mutateAsync(to).then(() => toast.success(DONE[to], note), toast.failure);
  const canUndo =
    campaign.people.queued + campaign.people.retried === 0 && Object.keys(campaign.people.skipped).length === 0;
  const isRunning = state === 'freezing' || state === 'sending';
  const isStopped = state === 'paused' || state === 'halted';
  return (
    <PageHeader
      above={<BackLink href="/campaigns" label={words.back} />}
      title={<span dir="auto">{name}</span>}
      text={
        <>
          <span dir="auto" className="block">
            {subject}
          </span>
          <span className="mt-1.5 flex flex-wrap gap-1.5">
            <StateBadge state={state} />
            {channel === 'sms' && <Badge>{words.channels.sms}</Badge>}
            {campaign.transactional_reason !== null && <Badge>{transactionalWords.badge}</Badge>}
            {labels.map((label) => (
              <Badge key={label}>{label}</Badge>
            ))}
          </span>
          {campaign.transactional_reason !== null && (
            <span dir="auto" className="mt-1.5 block text-[13px] text-muted">
              {transactionalWords.because({ reason: campaign.transactional_reason })}
            </span>
          )}
          {approval?.state === 'approved' && approval.decided_by && approval.decided_at && (
            <span className="mt-1.5 block text-[13px] text-muted">
              {approvalWords.approvedBy({ name: approval.decided_by.name, when: momentOf(approval.decided_at) })}
            </span>
          )}
        </>
      }
    >
      {(state === 'scheduled' || (canUndo && (isRunning || isStopped))) && (
        <May call="takeBackCampaign">
          <Button variant="outline" busy={move.isPending} onClick={() => go('undo')}>
            <Undo2 /> {words.undo}
          </Button>
        </May>
      )}
      {isRunning && (
        <May call="pauseCampaign">
          <Button variant="outline" busy={move.isPending} onClick={() => go('pause')}>
            <Pause /> {words.pause}
          </Button>
        </May>
      )}
      {isStopped && (
        <May call="resumeCampaign">
          <Button busy={move.isPending} onClick={() => go('resume')}>
            <Play /> {words.resume}
          </Button>
        </May>
      )}
      <div className="rounded-lg border bg-surface shadow-shade empty:hidden">
        <CampaignMenu campaign={campaign} />
      </div>
    </PageHeader>
  );
}

const JOB = {
  scheduled: 'queued',
  freezing: 'running',
  sending: 'running',
  paused: 'paused',
  halted: 'paused',
  sent: 'done',
  canceled: 'canceled',
} as const;

function Progress({ campaign }: { campaign: Campaign }) {
  const { state, start_at, ended_at, frozen_at } = campaign;
  const { recipients, waiting } = numbersOf(campaign);
  const isWaiting = state === 'scheduled' && start_at !== null;
  const label = isWaiting ? words.startsAt({ when: momentOf(start_at) }) : words.progress[state];
  const note = ended_at ? momentOf(ended_at) : null;
  return (
    <div className="mb-4" data-state={state}>
      <JobProgress
        label={label ?? state}
        state={JOB[state as keyof typeof JOB] ?? 'queued'}
        total={frozen_at ? recipients : null}
        done={recipients - waiting}
        note={note}
      >
        {campaign.channel === 'sms' && state !== 'canceled' && <Ceiling campaign={campaign} />}
        {state !== 'sent' && state !== 'canceled' && <Pace campaign={campaign} people={waiting} />}
      </JobProgress>
    </div>
  );
}

function Numbers({ campaign }: { campaign: Campaign }) {
  const { recipients, waiting, arrived, failed, skipped } = numbersOf(campaign);
  const { tiles } = words;
  const share = (part: number) =>
    recipients > 0 ? words.ofRecipients({ share: percent(part / recipients) }) : undefined;
  return (
    <section aria-label={words.numbers} className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-5">
      <NumberTile label={tiles.recipients} value={count(recipients)} meaning={tiles.recipientsMeaning} />
      <NumberTile label={tiles.waiting} value={count(waiting)} note={share(waiting)} meaning={tiles.waitingMeaning} />
      <NumberTile label={tiles.arrived} value={count(arrived)} note={share(arrived)} meaning={tiles.arrivedMeaning} />
      <NumberTile label={tiles.failed} value={count(failed)} note={share(failed)} meaning={tiles.failedMeaning} />
      <NumberTile label={words.skipped} value={count(skipped)} note={share(skipped)} />
    </section>
  );
}
