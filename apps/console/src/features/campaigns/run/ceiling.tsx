'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { useMay } from '@/features/session/use-may';
import { toast } from '@/lib/toast';
import { CeilingField } from '../ceiling-field';
import { useChangeCeiling, type Campaign } from '../queries';
import { words } from '../words';

/** The segments that SMS took, and how many they may take. */
export function Ceiling({ campaign }: { campaign: Campaign }) {
  const { id, sms_segments: n, most_sms_segments: most } = campaign;
  const mayChange = useMay('updateCampaign');
  const [asked, setAsked] = useState<{ most: number | null } | null>(null);
  const save = useChangeCeiling(id);
  const close = () => setAsked(null);
  return (
    <>
      <span data-segments={n} className="text-muted">
        {most === null ? words.sms.usedOpen({ n }) : words.sms.used({ n, most })}
      </span>
      {mayChange && (
        <Button variant="outline" size="sm" onClick={() => setAsked({ most })}>
          {words.sms.raise}
        </Button>
      )}
      {asked && (
        <Dialog open onOpenChange={close} title={words.sms.raise}>
          <CeilingField most={most} onChange={(next) => setAsked({ most: next })} />
          <DialogActions>
            <Button
              busy={save.isPending}
              onClick={() =>
                void save
                  .mutateAsync(asked.most)
                  .then(() => toast.success(words.sms.raised), toast.failure)
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
