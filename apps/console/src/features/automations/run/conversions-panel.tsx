'use client';

import { answerOf, type components } from '@dundun/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Target } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { conversionWords as words } from '@/features/campaigns/conversion-words';
import { FIRST_GOAL, GoalFields, type Goal } from '@/features/campaigns/draft/conversion-section';
import { saidGoal } from '@/features/campaigns/draft/said-goal';
import { Conversions } from '@/features/campaigns/run/conversions';
import { May } from '@/features/session/may';
import { api } from '@/lib/api';
import { sayError } from '@/lib/say-error';
import { toast } from '@/lib/toast';
import { keys } from '../queries';

type Report = components['schemas']['AutomationConversionsView'];

const REFRESH_MS = 15_000;
const path = (id: string) => ({ path: { id } });
const keyOf = (id: string) => [...keys.one(id), 'conversions'];

/** What an automation is for, and what came of it. */
export function ConversionsPanel({ automation }: { automation: string }) {
  const [isEditing, setEditing] = useState(false);
  const { data } = useQuery({
    queryKey: keyOf(automation),
    queryFn: ({ signal }) =>
      answerOf(api.GET('/console/automations/{id}/conversions', { params: path(automation), signal })),
    refetchInterval: REFRESH_MS,
  });
  if (!data) return null;
  const { goal, steps, total, points } = data;
  // Refunds and returns may have taken back all that was counted.
  const hasCounted = total.conversions > 0 || points.length > 0;
  return (
    <div className="mb-6 grid gap-3">
      {!goal && hasCounted && <p className="text-[13px] text-muted">{words.countsNothing}</p>}
      {(goal || hasCounted) && (
        <Conversions
          conversions={data}
          hasEarlier
          parts={{ label: words.step, rows: steps.map(({ step, name, ...sums }) => [name ?? step, sums, sums.people]) }}
        />
      )}
      <May call="setAutomationConversion">
        <Button variant="outline" className="justify-self-start" onClick={() => setEditing(true)}>
          <Target /> {goal ? words.change : words.countOf}
        </Button>
      </May>
      {isEditing && <GoalDialog automation={automation} goal={goal} onClose={() => setEditing(false)} />}
    </div>
  );
}

function GoalDialog({ automation, goal, onClose }: { automation: string; goal: Goal | null; onClose: () => void }) {
  const client = useQueryClient();
  const [given, setGiven] = useState<Goal>(goal ?? FIRST_GOAL);
  const save = useMutation({
    mutationFn: (conversion: ReturnType<typeof saidGoal>) =>
      answerOf(api.PUT('/console/automations/{id}/conversions', { params: path(automation), body: { conversion } })),
    onSuccess: (report) => {
      client.setQueryData<Report>(keyOf(automation), report);
      toast.success(words.saved);
      onClose();
    },
  });
  const said = saidGoal(given);
  return (
    <Dialog open onOpenChange={onClose} title={words.count} description={words.automationHint}>
      {save.error && <FormError text={sayError(save.error)} />}
      <div className="grid gap-4">
        <GoalFields goal={given} set={setGiven} />
      </div>
      <DialogActions>
        {goal && (
          <Button variant="outline" busy={save.isPending} onClick={() => save.mutate(null)}>
            {words.countNothing}
          </Button>
        )}
        <Button busy={save.isPending} disabled={said === null} onClick={() => save.mutate(said)}>
          {words.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
