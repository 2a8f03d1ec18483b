'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { useMay } from '@/features/session/use-may';
import { toast } from '@/lib/toast';
import { PaceField } from '../pace-field';
import { useChangePace, type Campaign } from '../queries';
import { words } from '../words';

/** How fast it leaves, which can change while it does. */
export function Pace({ campaign, people }: { campaign: Campaign; people: number }) {
  const { id, per_minute } = campaign;
  const mayChange = useMay('updateCampaign');
  const [asked, setAsked] = useState<{ pace: number | null } | null>(null);
  const save = useChangePace(id);
  const close = () => setAsked(null);
  const said = per_minute === null ? words.fast : words.perMinute({ n: per_minute });
  return (
    <>
      <span className="text-muted">{said}</span>
      {mayChange && (
        <Button variant="outline" size="sm" onClick={() => setAsked({ pace: per_minute })}>
          {words.changePace}
        </Button>
      )}
      {asked && (
        <Dialog open onOpenChange={close} title={words.changePace}>
          <PaceField pace={per_minute} people={people} onChange={(pace) => setAsked({ pace })} />
          <DialogActions>
            <Button
              busy={save.isPending}
              onClick={() =>
                void save
                  .mutateAsync(asked.pace)
                  .then(() => toast.success(words.paceSaved), toast.failure)
                  .finally(close)
              }
            >
              {words.save}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
