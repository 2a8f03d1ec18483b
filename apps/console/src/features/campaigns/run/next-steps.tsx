'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { useMay } from '@/features/session/use-may';
import { toast } from '@/lib/toast';
import { notReached, numbersOf } from '../numbers';
import { useFollowUp, type Campaign } from '../queries';
import { words } from './next-words';
import { RetryDialog } from './retry-dialog';

type Step = keyof typeof words.steps;

const WITHOUT_OPENS: Step[] = ['arrived', 'clicked'];
const WITH_OPENS: Step[] = ['arrived', 'opened', 'clicked', 'not_opened'];
const RESENDS: Step[] = ['not_opened', 'not_reached'];

/** Drafts for the recipients of a campaign that is over, and messages that can be made again. */
export function NextSteps({ campaign }: { campaign: Campaign }) {
  const { id, channel, engagement, state } = campaign;
  const mayFollow = useMay('followUpCampaign');
  const router = useRouter();
  const follow = useFollowUp(id);
  const [isRetrying, setRetrying] = useState(false);
  if (!mayFollow) return null;
  const failed = notReached(campaign);
  const hasOpens = channel === 'email' && campaign.track_opens;
  const steps = [...(hasOpens ? WITH_OPENS : WITHOUT_OPENS), ...(failed > 0 ? (['not_reached'] as const) : [])];
  const numbers: Record<Step, number> = {
    arrived: numbersOf(campaign).arrived,
    opened: engagement.opened,
    clicked: engagement.clicked,
    not_opened: engagement.opened_by_machine,
    not_reached: failed,
  };
  const begin = (who: Step) =>
    void follow.mutateAsync({ who, resend: channel === 'email' && RESENDS.includes(who) }).then((draft) => {
      toast.success(words.made);
      router.push(`/campaigns/${draft.id}`);
    }, toast.failure);
  return (
    <div className="mb-4">
      <Panel title={words.title}>
        <p className="border-b px-4 py-2 text-[13px] text-muted">{words.text}</p>
        <ul>
          {steps.map((step) => (
            <li key={step} className="flex items-center justify-between gap-4 border-b px-4 py-2.5 last:border-0">
              <div className="min-w-0">
                <p className="text-[13px] font-medium">{words.steps[step]}</p>
                <p className="text-[13px] text-muted">{words.notes[step]({ n: numbers[step] })}</p>
              </div>
              <Button
                variant="outline"
                size="sm"
                aria-label={words.steps[step]}
                busy={follow.isPending && follow.variables.who === step}
                onClick={() => begin(step)}
              >
                {RESENDS.includes(step) ? words.resend : words.write}
              </Button>
            </li>
          ))}
        </ul>
        {failed > 0 && state === 'sent' && (
          <div className="border-t px-4 py-2.5">
            <Button variant="outline" size="sm" onClick={() => setRetrying(true)}>
              {words.retry}
            </Button>
          </div>
        )}
      </Panel>
      {isRetrying && <RetryDialog id={id} onClose={() => setRetrying(false)} />}
    </div>
  );
}
